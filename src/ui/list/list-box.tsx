import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { joinClassNames } from '../class-names';
import { useVirtualRows } from './use-virtual-rows';
import { VirtualList } from './virtual-list';

interface ListBoxProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  /** In px. */
  readonly rowHeight: number;
  readonly idOf: (item: T) => string;
  /** The text of a row for screen readers. Default: its content. */
  readonly nameOf?: (item: T) => string;
  /** Id of the selected item. */
  readonly selected: string | undefined;
  readonly onSelect: (item: T) => void;
  /** Called for an item that is clicked, and for the selected one on Enter. */
  readonly onOpen?: (item: T) => void;
  readonly onKey?: (event: KeyboardEvent) => boolean;
  readonly onContextMenu?: (event: MouseEvent) => void;
  readonly className?: string | undefined;
  readonly rowClassName?: string | undefined;
  readonly children: (item: T) => ReactNode;
}

/** A list of any length with one selected item. Each row has the id of its item as `data-id`. */
export function ListBox<T>(props: ListBoxProps<T>) {
  const { items, rowHeight, idOf, nameOf, selected, onSelect, onOpen, onKey, rowClassName, children, ...rest } = props;
  const rows = useVirtualRows({ count: items.length, rowHeight });
  const active = items.findIndex((item) => idOf(item) === selected);
  const select = (index: number) => {
    const item = items[index];
    if (item !== undefined) onSelect(item);
    return item;
  };
  const pressRow = (index: number) => {
    const item = select(index);
    if (item !== undefined) onOpen?.(item);
  };
  const takeKey = (event: KeyboardEvent): boolean => {
    if (onKey?.(event) === true) return true;
    const item = items[active];
    if (event.key !== 'Enter' || onOpen === undefined || item === undefined) return false;
    onOpen(item);
    return true;
  };
  return (
    <VirtualList
      {...rest}
      role="listbox"
      rows={rows}
      active={active}
      activeKey={selected}
      onMove={select}
      onPress={pressRow}
      onKey={takeKey}
    >
      {(index, row) => {
        const item = items[index];
        if (item === undefined) return null;
        return (
          <div
            key={idOf(item)}
            {...row}
            role="option"
            tabIndex={-1}
            className={joinClassNames(row.className, rowClassName)}
            data-id={idOf(item)}
            aria-label={nameOf?.(item)}
            aria-selected={index === active}
            aria-posinset={index + 1}
            aria-setsize={items.length}
          >
            {children(item)}
          </div>
        );
      }}
    </VirtualList>
  );
}
