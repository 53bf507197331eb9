import { type CSSProperties, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId } from 'react';
import { joinClassNames } from '../class-names';
import { findStep } from './step-of';
import type { VirtualRows } from './use-virtual-rows';
import styles from './virtual-list.module.css';

/** Props for the element of a row, besides its role. */
export interface RowProps {
  readonly id: string;
  readonly 'data-index': number;
  readonly className: string | undefined;
  readonly style: CSSProperties;
}

interface VirtualListProps {
  readonly label: string;
  readonly role: 'listbox' | 'tree';
  readonly multiselectable?: true;
  readonly rows: VirtualRows;
  /** Index of the row that the keys start from; −1: none. */
  readonly active: number;
  /** The key of that row. When another row becomes the active one, it is scrolled into sight. */
  readonly activeKey: string | number | undefined;
  /** Called when an arrow, Page Up or Down, Home or End leads to a row. */
  readonly onMove: (index: number, event: KeyboardEvent) => void;
  /** Called first for each key; true: the key is handled. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly onPress?: (index: number, event: MouseEvent) => void;
  readonly onContextMenu?: (event: MouseEvent) => void;
  readonly className?: string | undefined;
  /** Renders a row; its element takes the props. */
  readonly children: (index: number, props: RowProps) => ReactNode;
}

/** A list or tree of any length as one tab stop. Arrows move over its rows, which take no focus themselves. */
export function VirtualList(props: VirtualListProps) {
  const { label, role, rows, active, activeKey, onMove, onKey, onPress, className, children } = props;
  const { scroller, drawn, scrollTo } = rows;
  const prefix = useId();
  const isListed = active >= 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that only moved stays where it is seen
  useEffect(() => {
    if (!isListed) return;
    // In the next frame, which measures the page anyway.
    const frame = requestAnimationFrame(() => scrollTo(active));
    return () => cancelAnimationFrame(frame);
  }, [isListed, activeKey, scrollTo]);

  const handleListKey = (event: KeyboardEvent) => {
    // A field or button inside a row handles its own keys; a row that was clicked leaves them to the list.
    const isOwn = event.target === event.currentTarget || (event.target as Element).matches('[data-index]');
    if (!isOwn || event.ctrlKey || event.metaKey || event.altKey) return;
    if (onKey?.(event) !== true) {
      const next = findStep(event.key, active, rows.count);
      if (next === undefined) return;
      onMove(next, event);
      scrollTo(next);
    }
    event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    const index = row?.getAttribute('data-index');
    if (index !== null && index !== undefined) onPress?.(Number(index), event);
  };
  return (
    // biome-ignore lint/a11y: its role, a list box or a tree, is a prop
    <div
      ref={scroller}
      className={joinClassNames(styles.list, className)}
      role={role}
      tabIndex={0}
      aria-label={label}
      aria-multiselectable={props.multiselectable}
      aria-activedescendant={drawn.some(({ index }) => index === active) ? `${prefix}${active}` : undefined}
      onKeyDown={handleListKey}
      onClick={onClick}
      onContextMenu={props.onContextMenu}
    >
      <div className={styles.rows} role="presentation" style={{ height: rows.height }}>
        {drawn.map(({ index, start, size }) =>
          children(index, {
            id: `${prefix}${index}`,
            'data-index': index,
            className: styles.row,
            style: { height: size, transform: `translateY(${start}px)` },
          }),
        )}
      </div>
    </div>
  );
}
