import Check from 'lucide-react/icons/check';
import ChevronRight from 'lucide-react/icons/chevron-right';
import * as Radix from 'radix-ui/dropdown-menu';
import { Fragment, type ReactNode, useRef } from 'react';
import { joinClassNames } from '../class-names';
import { Kbd } from '../display/kbd';
import styles from './menu.module.css';
import type { MenuEntry } from './menu-entry';

/** A position on the window in px: a point, or the control under which the menu opens. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface MenuListProps {
  readonly label: string;
  readonly place: MenuPlace;
  readonly align: 'start' | 'end';
  readonly entries: readonly MenuEntry[];
  /** Called after it has closed. The caller decides where the focus goes. */
  readonly onClose: () => void;
}

/**
 * An open menu. It is rendered where it is opened in the document, not in a portal, so that it belongs to that region.
 * It is a chunk of its own, because no menu is open when the page loads.
 */
export default function MenuList({ label, place, align, entries, onClose }: MenuListProps) {
  const { x, y, width, height } = place;
  const isPoint = width === 0 && height === 0;
  const chosen = useRef<() => void>(undefined);
  /** What was chosen is done once the menu has given the focus back: a dialog then knows where the focus was. */
  const close = () => {
    // A menu may be told to close more than once.
    const act = chosen.current;
    chosen.current = undefined;
    onClose();
    act?.();
  };
  const choose: Choose = (act) => {
    chosen.current = act;
  };
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && close()}>
      <Radix.Trigger
        className={styles.anchor}
        style={{ left: x, top: y, width, height }}
        aria-label={label}
        tabIndex={-1}
      />
      <Radix.Content
        className={styles.menu}
        // A long one scrolls, which the keyboard must be able to do too.
        tabIndex={0}
        // Beside a point a menu moves up or down as far as it needs to fit; below it, it would be cut off.
        side={isPoint ? 'right' : 'bottom'}
        align={align}
        sideOffset={4}
        collisionPadding={8}
        onCloseAutoFocus={(event) => event.preventDefault()}
      >
        {drawEntries(entries, choose)}
      </Radix.Content>
    </Radix.Root>
  );
}

type Choose = (act: () => void) => void;

function drawEntries(entries: readonly MenuEntry[], choose: Choose): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity beyond their place
  return entries.map((entry, index) => <Fragment key={index}>{drawEntry(entry, choose)}</Fragment>);
}

function drawEntry(entry: MenuEntry, choose: Choose): ReactNode {
  if (entry.kind === 'separator') return <Radix.Separator className={styles.separator} />;
  if (entry.kind === 'menu') {
    return (
      <Radix.Sub>
        <Radix.SubTrigger className={styles.item}>
          <span className={styles.label}>{entry.label}</span>
          <ChevronRight />
        </Radix.SubTrigger>
        <Radix.SubContent className={styles.menu} tabIndex={0} sideOffset={4} collisionPadding={8}>
          {drawEntries(entry.entries, choose)}
        </Radix.SubContent>
      </Radix.Sub>
    );
  }
  if (entry.kind === 'item') {
    return (
      <Radix.Item
        className={joinClassNames(styles.item, entry.danger && styles.danger)}
        disabled={entry.disabled ?? false}
        onSelect={() => choose(entry.onSelect)}
      >
        {entry.icon}
        <span className={styles.words}>
          <span>{entry.label}</span>
          {entry.detail !== undefined && <span className={styles.detail}>{entry.detail}</span>}
        </span>
        {entry.detail === undefined && entry.shortcut && (
          <span className={styles.keys}>
            <Kbd keys={entry.shortcut} bare />
          </span>
        )}
      </Radix.Item>
    );
  }
  return (
    <Radix.RadioGroup value={entry.value} onValueChange={entry.onChange}>
      <Radix.Label className={styles.heading}>{entry.label}</Radix.Label>
      {entry.options.map((option) => (
        <Radix.RadioItem key={option.value} className={styles.item} value={option.value}>
          <span className={styles.check}>
            <Radix.ItemIndicator>
              <Check />
            </Radix.ItemIndicator>
          </span>
          <span className={styles.label}>{option.label}</span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
