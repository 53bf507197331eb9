import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './toggle.module.css';

/** What a checkbox and a switch have in common. */
export interface ToggleProps {
  /** Words beside it, which are its name; inside a Field it needs none. */
  readonly label?: ReactNode;
  /** What it is of, as a form names its controls. */
  readonly name?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A checkbox, or one that looks and is told as a switch. */
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
      className={classNames(styles.box, styles[kind])}
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
