import type { ComponentProps } from 'react';
import { joinClassNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './input.module.css';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For prompts, code, expressions. */
  readonly mono?: boolean;
}

/** A text of several lines. It grows with its content. */
export function TextArea({ value, onChange, mono = false, className, ...rest }: TextAreaProps) {
  return (
    <textarea
      spellCheck={!mono}
      {...useFieldControl()}
      {...rest}
      className={joinClassNames(styles.input, styles.area, mono && styles.mono, className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
