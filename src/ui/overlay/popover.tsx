import * as Radix from 'radix-ui/popover';
import type { ReactElement, ReactNode } from 'react';
import styles from './popover.module.css';

interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  /** Its name for a screen reader. */
  readonly label: string;
  /** Called when it opens. */
  readonly onOpen?: () => void;
  readonly children: ReactNode;
}

/** A few controls that float beside the button that opens them, until one looks elsewhere. */
export function Popover({ trigger, label, onOpen, children }: PopoverProps) {
  return (
    <Radix.Root onOpenChange={(open) => open && onOpen?.()}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content className={styles.popover} aria-label={label} align="start" sideOffset={4} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
