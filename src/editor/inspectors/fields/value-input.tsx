import { TextArea } from '@/ui/text-area';
import { TextInput } from '@/ui/text-input';
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

/** A value as it is written. */
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
      {lines ? <TextArea {...props} rows={1} className={styles.low} /> : <TextInput {...props} />}
      {error !== undefined && <p className={styles.bad}>{error}</p>}
    </div>
  );
}
