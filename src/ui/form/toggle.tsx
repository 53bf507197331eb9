import type { ReactNode } from 'react';
import { joinClassNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './toggle.module.css';

/** The common props of a checkbox and a switch. */
export interface ToggleProps {
  /** The text beside it, which is its accessible name; unnecessary inside a Field. */
  readonly label?: ReactNode;
  /** The `name` of the control in a form. */
  readonly name?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
}

/** A checkbox, or one that looks like a switch and is announced as one. */
export function Toggle({
  kind,
  label,
  name,
  checked,
  onChange,
  disabled,
}: ToggleProps & { readonly kind: 'checkbox' | 'switch' }) {
  const control = (
    <input
      type="checkbox"
      name={name}
      {...(kind === 'switch' ? { role: 'switch', 'aria-checked': checked } : {})}
      {...useFieldControl()}
      className={joinClassNames(styles.box, styles[kind])}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
  if (label === undefined) return control;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is inside
    <label className={styles.row}>
      {control}
      {label}
    </label>
  );
}
