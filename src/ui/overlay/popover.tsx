import * as Radix from 'radix-ui/popover';
import { type ReactElement, type ReactNode, useState } from 'react';
import styles from './popover.module.css';

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  /** Its name for a screen reader. */
  readonly label: string;
  /** Called when it opens. */
  readonly onOpen?: () => void;
  /** What it shows; a function is given what closes it. */
  readonly children: ReactNode | ((close: () => void) => ReactNode);
}

/** A few controls that float beside the button that opens them, until one looks elsewhere. */
export function Popover({ trigger, label, onOpen, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const handleOpenChange = (open: boolean) => {
    setOpen(open);
    if (open) onOpen?.();
  };
  return (
    <Radix.Root open={isOpen} onOpenChange={handleOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.popover} aria-label={label} align="start" sideOffset={4} collisionPadding={8}>
          {typeof children === 'function' ? children(() => setOpen(false)) : children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
