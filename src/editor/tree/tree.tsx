import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { jumpTo, select } from '@/state/view-store';
import { holderOf, type Place } from '@/workflow/place';
import { focusInspector } from '../actions/focus-inspector';
import { setFolded } from '../actions/fold';
import { stepOf } from './step-of';
import styles from './tree.module.css';
import { TreeRow } from './tree-row';
import { treeRows } from './tree-rows';

const rowHeight = 26;

/** All tasks as a tree, each after those it waits for. Left and right fold. One tab stop; arrows walk, which selects and shows on the canvas. */
export function WorkflowTree() {
  const stores = useStores();
  const { view } = stores;
  const document = useDocument((state) => state.document);
  const items = useMemo(() => treeRows(document), [document]);
  const selection = useView((state) => state.selection);
  const [renaming, setRenaming] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => items[index]?.place ?? index,
  });
  const active = useMemo(() => [...selection].at(-1), [selection]);
  const activeIndex = useMemo(() => items.findIndex(({ place }) => place === active), [items, active]);

  useEffect(() => {
    if (activeIndex >= 0) rows.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, rows]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = stepOf(event.key, activeIndex, items.length);
    const id = next === undefined ? undefined : items[next]?.place;
    if (fold(event)) event.preventDefault();
    else if (id !== undefined) {
      if (event.shiftKey) select(view, [...selection, id]);
      else jumpTo(view, id);
    } else if (event.key === 'Enter' && active !== undefined) focusInspector(view);
    else if (event.key === 'F2' && active !== undefined) setRenaming(active);
    else return;
    event.preventDefault();
  };
  /** Whether the key folds, unfolds, or leads into or out of a task that holds others. */
  const fold = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const item = items[activeIndex];
    if (!item || shiftKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false;
    const { place, open } = item;
    const holder = holderOf(place);
    if (key === 'ArrowRight' && open === true) jumpTo(view, items[activeIndex + 1]?.place ?? place);
    else if (open === (key === 'ArrowLeft')) void setFolded(stores, [place], open);
    else if (key === 'ArrowLeft' && holder !== undefined) jumpTo(view, holder);
    return true;
  };
  const onSelect = (event: MouseEvent, id: Place) => {
    if (event.ctrlKey || event.metaKey) {
      select(view, selection.has(id) ? [...selection].filter((one) => one !== id) : [...selection, id]);
    } else if (event.shiftKey && activeIndex >= 0) {
      const at = items.findIndex(({ place }) => place === id);
      const between = items.slice(Math.min(at, activeIndex), Math.max(at, activeIndex) + 1);
      select(
        view,
        between.map(({ place }) => place),
      );
    } else jumpTo(view, id);
  };
  const endRename = () => {
    setRenaming(undefined);
    scroller.current?.focus();
  };
  if (items.length === 0) return <p className={styles.empty}>No tasks yet.</p>;
  const isDrawn = rows.getVirtualItems().some(({ index }) => index === activeIndex);
  return (
    <div
      ref={scroller}
      className={styles.tree}
      role="tree"
      tabIndex={0}
      aria-label="Tasks of the workflow"
      aria-multiselectable="true"
      aria-activedescendant={isDrawn ? `${prefix}${activeIndex}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.rows} style={{ height: rows.getTotalSize() }} role="presentation">
        {rows.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <TreeRow
                key={item.place}
                {...item}
                elementId={`${prefix}${index}`}
                top={start}
                selected={selection.has(item.place)}
                renaming={renaming === item.place}
                onSelect={onSelect}
                onRename={setRenaming}
                onRenamed={endRename}
              />
            )
          );
        })}
      </div>
    </div>
  );
}
