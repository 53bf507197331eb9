import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down';
import { joinClassNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './input.module.css';

interface SelectProps<T extends string> {
  /** Its accessible name, if there is no {@link Field} around it. */
  readonly label?: string;
  /** The `name` of the control in a form. */
  readonly name?: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A choice from a list. It is the browser's own control: the smallest in code, and native on every device. */
export function Select<T extends string>({
  label,
  name,
  value,
  options,
  onChange,
  disabled,
  className,
}: SelectProps<T>) {
  return (
    <span className={joinClassNames(styles.select, className)}>
      <select
        {...useFieldControl()}
        aria-label={label}
        name={name}
        className={styles.input}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronsUpDown aria-hidden="true" />
    </span>
  );
}
