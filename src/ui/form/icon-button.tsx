import type { ComponentProps, ReactNode } from 'react';
import { joinClassNames } from '../class-names';
import { Tooltip } from '../overlay/tooltip';
import type { ButtonSize } from './button';
import styles from './button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Its name, shown as a tooltip and read by screen readers. */
  readonly label: string;
  readonly icon: ReactNode;
  readonly shortcut?: string | undefined;
  readonly size?: ButtonSize;
}

/** A button that consists of one icon, with a name. */
export function IconButton({ label, icon, shortcut, size = 'm', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} shortcut={shortcut}>
      <button
        type="button"
        aria-label={label}
        {...rest}
        className={joinClassNames(styles.button, styles.ghost, styles.square, styles[size], className)}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
