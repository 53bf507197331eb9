import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useRef, useState } from 'react';
import { PartFailedOver } from '../lazy/part-failed';
import type { MenuEntry } from './menu-entry';
import { overlayPart } from './overlay-part';

export type { MenuEntry } from './menu-entry';

/** An open menu. */
export const MenuList = overlayPart.component((overlays) => overlays.MenuList, { Failed: PartFailedOver });

interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<'button'>>;
  /** Its name for a screen reader. */
  readonly label: string;
  readonly entries?: readonly MenuEntry[];
  /** What shows it open, if what is in it is known only then. */
  readonly Open?: ComponentType<OpenMenuProps>;
  readonly align?: 'start' | 'end';
  /** Called when it opens. */
  readonly onOpen?: () => void;
}

/** An open menu but for what is in it. */
export type OpenMenuProps = Omit<ComponentProps<typeof MenuList>, 'entries'>;

/** A menu under the button that opens it. */
export function Menu({ trigger, label, entries = [], Open, align = 'start', onOpen }: MenuProps) {
  const [place, setPlace] = useState<DOMRect>();
  const button = useRef<HTMLButtonElement>(null);
  const onClose = () => {
    setPlace(undefined);
    button.current?.focus();
  };
  const open = { label, align, onClose };
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': place !== undefined,
        onClick: (event) => {
          button.current = event.currentTarget;
          setPlace(event.currentTarget.getBoundingClientRect());
          onOpen?.();
        },
      })}
      {place && (Open ? <Open {...open} place={place} /> : <MenuList {...open} place={place} entries={entries} />)}
    </>
  );
}

interface MenuAtProps {
  /** The point on the window, in pixels; undefined closes it. */
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
    <MenuList
      key={`${at.x} ${at.y}`}
      label={label}
      place={{ ...at, width: 0, height: 0 }}
      align="start"
      entries={entries}
      onClose={onClose}
    />
  );
}
