import type { ComponentProps, ReactNode } from 'react';
import { joinClassNames } from '../class-names';
import { Kbd } from '../display/kbd';
import styles from './button.module.css';

/** Looks of a button. A screen has one primary button. */
export type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger';
/** 24, 28 or 36 px high. */
export type ButtonSize = 's' | 'm' | 'l';

interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
  /** Shown at the end, in the notation of `formatKeys`. The button does not listen for it. */
  readonly shortcut?: string | undefined;
}

/** A button with a text: a verb, and the amount where there is one. */
export function Button({ variant = 'default', size = 'm', icon, shortcut, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={joinClassNames(styles.button, styles[variant], styles[size], className)}>
      {icon}
      {children}
      {shortcut && <Kbd keys={shortcut} onAccent={variant === 'primary'} />}
    </button>
  );
}
