import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { jumpTo, select } from '@/state/view-store';
import { buildGraph } from '@/workflow/graph/graph';
import type { TaskId } from '@/workflow/names';
import { focusInspector } from '../actions/focus-inspector';
import { stepOf } from './step-of';
import styles from './tree.module.css';
import { TreeRow } from './tree-row';

const rowHeight = 26;

/** All tasks as a list, each after those it waits for. One tab stop; arrows walk, which selects and shows on the canvas. */
export function WorkflowTree() {
  const { view } = useStores();
  const document = useDocument((state) => state.document);
  const order = useMemo(() => buildGraph(document).order, [document]);
  const selection = useView((state) => state.selection);
  const [renaming, setRenaming] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const rows = useVirtualizer({
    count: order.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => order[index] ?? index,
  });
  const active = useMemo(() => [...selection].at(-1), [selection]);
  const activeIndex = useMemo(() => (active === undefined ? -1 : order.indexOf(active as TaskId)), [order, active]);

  useEffect(() => {
    if (activeIndex >= 0) rows.scrollToIndex(activeIndex, { align: 'auto' });
  }, [activeIndex, rows]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = stepOf(event.key, activeIndex, order.length);
    const id = next === undefined ? undefined : order[next];
    if (id !== undefined) {
      if (event.shiftKey) select(view, [...selection, id]);
      else jumpTo(view, id);
    } else if (event.key === 'Enter' && active !== undefined) focusInspector(view);
    else if (event.key === 'F2' && active !== undefined) setRenaming(active);
    else return;
    event.preventDefault();
  };
  const onSelect = (event: MouseEvent, id: string) => {
    if (event.ctrlKey || event.metaKey) {
      select(view, selection.has(id) ? [...selection].filter((one) => one !== id) : [...selection, id]);
    } else if (event.shiftKey && activeIndex >= 0) {
      const at = order.indexOf(id as TaskId);
      select(view, [...order.slice(Math.min(at, activeIndex), Math.max(at, activeIndex) + 1)]);
    } else jumpTo(view, id);
  };
  const endRename = () => {
    setRenaming(undefined);
    scroller.current?.focus();
  };
  if (order.length === 0) return <p className={styles.empty}>No tasks yet.</p>;
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
          const id = order[index];
          return (
            id !== undefined && (
              <TreeRow
                key={id}
                id={id}
                elementId={`${prefix}${index}`}
                place={index + 1}
                count={order.length}
                top={start}
                selected={selection.has(id)}
                renaming={renaming === id}
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
