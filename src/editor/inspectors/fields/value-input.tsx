import { TextArea } from '@/ui/form/text-area';
import { TextInput } from '@/ui/form/text-input';
import type { FieldPath } from './field-path';
import styles from './fields.module.css';
import { useOfferedText } from './use-offered-text';
import { useTextField } from './use-text-field';
import { type ValueKind, valueKinds } from './value-kinds';

interface ValueInputProps {
  readonly path: FieldPath;
  readonly kind: Exclude<ValueKind, 'task'>;
  readonly label: string;
  readonly placeholder: string;
}

/** The input for a value of one kind. */
export function ValueInput(props: ValueInputProps) {
  return props.kind === 'from' ? <ReferenceInput {...props} /> : <PlainInput {...props} />;
}

function PlainInput({ path, kind, label, placeholder }: ValueInputProps) {
  const { text, change, field, error } = useTextField(path, valueKinds[kind].format);
  return (
    <div>
      <TextArea
        mono
        rows={1}
        className={styles.low}
        name={field.name}
        value={text}
        onChange={change}
        onFocus={field.begin}
        aria-label={label}
        placeholder={placeholder}
      />
      {error !== undefined && <p className={styles.bad}>{error}</p>}
    </div>
  );
}

/** An input for the name of another value. It offers all that can be named. */
function ReferenceInput({ path, kind, label, placeholder }: ValueInputProps) {
  const edited = useTextField(path, valueKinds[kind].format);
  const { text, field, error } = edited;
  const { control, isChoosing, list } = useOfferedText<HTMLInputElement>(edited, 'reference', label);
  return (
    <div className={styles.withFix}>
      <TextInput mono name={field.name} value={text} aria-label={label} placeholder={placeholder} {...control} />
      {list}
      {!isChoosing && error !== undefined && <p className={styles.bad}>{error}</p>}
    </div>
  );
}
