import { type ComponentProps, useState } from 'react';
import { classNames } from './class-names';
import { useFieldControl } from './field';
import styles from './input.module.css';

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  /** undefined: nothing is set, the placeholder is shown. */
  readonly value: number | undefined;
  /** Called with each number that is typed, and with undefined once the field is empty. */
  readonly onChange: (value: number | undefined) => void;
}

/** A number. What is typed on the way to one (such as `-`) stays in the field without being reported. */
export function NumberInput({ value, onChange, className, ...rest }: NumberInputProps) {
  const [draft, setDraft] = useState<string>();
  const text = draft ?? (value === undefined ? '' : String(value));
  const type = (typed: string) => {
    setDraft(typed);
    if (typed.trim() === '') onChange(undefined);
    else if (Number.isFinite(Number(typed))) onChange(Number(typed));
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      {...useFieldControl()}
      {...rest}
      className={classNames(styles.input, className)}
      value={text}
      onChange={(event) => type(event.target.value)}
      onBlur={(event) => {
        setDraft(undefined);
        rest.onBlur?.(event);
      }}
    />
  );
}
