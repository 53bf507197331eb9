import Check from 'lucide-react/icons/check';
import * as Radix from 'radix-ui/dropdown-menu';
import { Fragment, type ReactElement, type ReactNode } from 'react';
import { classNames } from './class-names';
import { Kbd } from './kbd';
import styles from './menu.module.css';

/** An entry of a menu. `choice` is a list of which exactly one is on. */
export type MenuEntry =
  | {
      readonly kind: 'item';
      readonly label: string;
      readonly icon?: ReactNode;
      readonly shortcut?: string | undefined;
      readonly danger?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly kind: 'separator' }
  | {
      readonly kind: 'choice';
      readonly label: string;
      readonly options: readonly { readonly value: string; readonly label: string }[];
      readonly value: string;
      readonly onChange: (value: string) => void;
    };

interface MenuProps {
  /** The control that opens it. */
  readonly trigger: ReactElement;
  readonly entries: readonly MenuEntry[];
  readonly align?: 'start' | 'end';
}

/** A menu under the control that opens it. */
export function Menu({ trigger, entries, align = 'start' }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <MenuContent entries={entries} align={align} />
    </Radix.Root>
  );
}

interface MenuAtProps {
  /** Where on the window, in pixels; undefined closes it. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  /** Its name for a screen reader. */
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly onClose: () => void;
}

/** A menu at a point, for a right click. */
export function MenuAt({ at, label, entries, onClose }: MenuAtProps) {
  if (!at) return null;
  return (
    <Radix.Root open modal={false} onOpenChange={(open) => !open && onClose()} key={`${at.x} ${at.y}`}>
      <Radix.Trigger asChild>
        <button
          type="button"
          aria-label={label}
          className={styles.anchor}
          style={{ left: at.x, top: at.y }}
          tabIndex={-1}
        />
      </Radix.Trigger>
      <MenuContent entries={entries} align="start" />
    </Radix.Root>
  );
}

function MenuContent({ entries, align }: { readonly entries: readonly MenuEntry[]; readonly align: 'start' | 'end' }) {
  return (
    <Radix.Portal>
      <Radix.Content className={styles.menu} align={align} sideOffset={4} collisionPadding={8}>
        {entries.map((entry, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity beyond their place
          <Fragment key={index}>{drawEntry(entry)}</Fragment>
        ))}
      </Radix.Content>
    </Radix.Portal>
  );
}

function drawEntry(entry: MenuEntry): ReactNode {
  if (entry.kind === 'separator') return <Radix.Separator className={styles.separator} />;
  if (entry.kind === 'item') {
    return (
      <Radix.Item
        className={classNames(styles.item, entry.danger && styles.danger)}
        disabled={entry.disabled ?? false}
        onSelect={entry.onSelect}
      >
        {entry.icon}
        <span className={styles.label}>{entry.label}</span>
        {entry.shortcut && (
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
