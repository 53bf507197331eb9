import * as Radix from 'radix-ui/tooltip';
import type { ReactElement } from 'react';
import { Kbd } from './kbd';
import styles from './tooltip.module.css';

interface TooltipProps {
  readonly text: string;
  readonly shortcut?: string | undefined;
  /** The control it belongs to; must have a name of its own. */
  readonly children: ReactElement;
}

/** Says what a control is when it is hovered or focused. Not in a portal: so it stays in the region that it belongs to. */
export function Tooltip({ text, shortcut, children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={500}>
      <Radix.Root disableHoverableContent>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Content className={styles.tooltip} sideOffset={4} collisionPadding={8}>
          {text}
          {shortcut && <Kbd keys={shortcut} bare />}
        </Radix.Content>
      </Radix.Root>
    </Radix.Provider>
  );
}
