import type { ReactNode } from 'react';
import { classNames } from '../class-names';
import { useFieldControl } from './field';
import styles from './toggle.module.css';

interface CheckboxProps {
  /** Words beside it, which are its name; inside a Field it needs none. */
  readonly label?: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
}

/** A choice that is made or not. */
export function Checkbox({ label, checked, onChange, disabled }: CheckboxProps) {
  const control = (
    <input
      type="checkbox"
      {...useFieldControl()}
      className={classNames(styles.box, styles.checkbox)}
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
