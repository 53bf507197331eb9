import type { ComponentProps } from 'react';
import { joinClassNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './input.module.css';

interface TextInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'value'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** For ids, expressions, URLs. */
  readonly mono?: boolean;
}

/**
 * Keeps password managers from a field of a key, which is nobody's password: Chromium offers to fill in and to save
 * what is `off`, and leaves codes for one time alone (its `password_manager/core/browser/form_parsing/form_parser.cc`).
 * The others are signs for 1Password, Bitwarden and LastPass.
 */
const keptFromManagers = {
  autoComplete: 'one-time-code',
  'data-1p-ignore': true,
  'data-bwignore': true,
  'data-lpignore': true,
} as const;

/** One line of text. What is of the type `password` is a key or a passphrase, never the password of an account. */
export function TextInput({ value, onChange, mono = false, className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      spellCheck={!mono}
      autoComplete="off"
      {...(rest.type === 'password' && keptFromManagers)}
      {...useFieldControl()}
      {...rest}
      className={joinClassNames(styles.input, mono && styles.mono, className)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
