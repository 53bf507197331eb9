import type { ComponentProps } from 'react';
import { classNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './input.module.css';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For ids, expressions, URLs. */
  readonly mono?: boolean;
}

/** One line of text. */
export function TextInput({ value, onChange, mono = false, className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      spellCheck={!mono}
      autoComplete="off"
      {...useFieldControl()}
      {...rest}
      className={classNames(styles.input, mono && styles.mono, className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
