import { Checkbox } from '@/ui/form/checkbox';
import type { FieldPath } from './field-path';
import styles from './fields.module.css';
import { useField } from './use-field';

interface ChoicesFieldProps {
  readonly path: FieldPath;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The values that apply while none is chosen, and none is written. */
  readonly byDefault: readonly string[];
}

/** Any number of values of a list. */
export function ChoicesField({ path, label, options, byDefault }: ChoicesFieldProps) {
  const { name, value, set, begin } = useField(path);
  const chosen: readonly string[] = Array.isArray(value) ? value : byDefault;
  const isDefault = (next: readonly string[]) =>
    next.length === byDefault.length && next.every((one) => byDefault.includes(one));
  const chooseOption = (one: string, on: boolean): void => {
    const next = options.map((option) => option.value).filter((other) => (other === one ? on : chosen.includes(other)));
    begin();
    void set(isDefault(next) ? undefined : next);
  };
  return (
    <fieldset name={name} className={`${styles.section} ${styles.plain}`} aria-label={label}>
      <div className={styles.caption}>{label}</div>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          checked={chosen.includes(option.value)}
          onChange={(on) => chooseOption(option.value, on)}
        />
      ))}
    </fieldset>
  );
}
