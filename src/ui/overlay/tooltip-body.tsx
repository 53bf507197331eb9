import * as Radix from 'radix-ui/tooltip';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { Kbd } from '../display/kbd';
import styles from './tooltip.module.css';

interface TooltipBodyProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  /** The box of the control on the window, in px. */
  readonly place: DOMRect;
  readonly onClose: () => void;
}

/** An open tooltip at its control.  */
export default function TooltipBody({ text, shortcut, place, onClose }: TooltipBodyProps) {
  const { x, y, width, height } = place;
  // The tooltip would not move with the control.
  useEffect(() => {
    window.addEventListener('scroll', onClose, true);
    return () => window.removeEventListener('scroll', onClose, true);
  }, [onClose]);
  // It is no level of its own: Escape is also for what is under it, so it is gone before it would take the key.
  useEffect(() => {
    const handleEscape = ({ key }: KeyboardEvent) => key === 'Escape' && flushSync(onClose);
    window.addEventListener('keydown', handleEscape, true);
    return () => window.removeEventListener('keydown', handleEscape, true);
  }, [onClose]);
  return (
    <Radix.Provider>
      <Radix.Root open disableHoverableContent onOpenChange={(open) => !open && onClose()}>
        <Radix.Trigger asChild>
          <span className={styles.anchor} style={{ left: x, top: y, width, height }} />
        </Radix.Trigger>
        <Radix.Content className={styles.tooltip} sideOffset={4} collisionPadding={8}>
          {text}
          {shortcut && <Kbd keys={shortcut} bare />}
        </Radix.Content>
      </Radix.Root>
    </Radix.Provider>
  );
}
