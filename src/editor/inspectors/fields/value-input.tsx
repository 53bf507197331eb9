import { type ComponentProps, useId } from 'react';
import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import { useScopeNames } from '../references/use-scope-names';
import type { FieldPath } from './field-path';
import styles from './fields.module.css';
import { useTextField } from './use-text-field';
import { type ValueKind, valueKinds } from './value-kinds';

interface ValueInputProps {
  readonly path: FieldPath;
  readonly kind: Exclude<ValueKind, 'task'>;
  readonly label: string;
  readonly placeholder: string;
}

/** The input for a value of one kind. */
export function ValueInput({ path, kind, label, placeholder }: ValueInputProps) {
  const { format, lines } = valueKinds[kind];
  const { text, change, field, error } = useTextField(path, format);
  const props = {
    name: field.name,
    value: text,
    onChange: change,
    onFocus: field.begin,
    'aria-label': label,
    placeholder,
    mono: true,
  };
  return (
    <div>
      {lines ? <TextArea {...props} rows={1} className={styles.low} /> : <ReferenceInput {...props} />}
      {error !== undefined && <p className={styles.bad}>{error}</p>}
    </div>
  );
}

/** An input for the name of another value, with the names in scope as suggestions. */
function ReferenceInput(props: ComponentProps<typeof TextInput>) {
  const names = useScopeNames();
  const list = useId();
  return (
    <>
      <TextInput {...props} list={list} />
      <datalist id={list}>
        {names.map(({ name, detail }) => (
          <option key={name} value={name}>
            {detail}
          </option>
        ))}
      </datalist>
    </>
  );
}
