import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './toggle.module.css';

interface SwitchProps {
  /** Words beside it, which are its name; inside a Field it needs none. */
  readonly label?: ReactNode;
  /** What it is of, as a form names its controls. */
  readonly name?: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** On or off, at once. */
export function Switch({ label, name, checked, onChange, disabled }: SwitchProps) {
  const control = (
    <input
      type="checkbox"
      role="switch"
      name={name}
      aria-checked={checked}
      {...useFieldControl()}
      className={classNames(styles.box, styles.switch)}
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
