import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useId, useRef } from 'react';
import { stepOf } from '@/editor/tree/step-of';
import { runName } from '@/state/runs-store';
import type { NumberedRun } from './find-runs';
import { RunRow } from './run-row';
import styles from './runs-panel.module.css';

const rowHeight = 67;

interface RunListProps {
  readonly runs: readonly NumberedRun[];
  /** Id of the one that is shown. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Opens what can be done with one, at a point of the window. */
  readonly onMenu: (id: string, at: { readonly x: number; readonly y: number }) => void;
  readonly onDelete: (id: string) => void;
}

/** The runs, newest first. One tab stop; arrows walk and show, Delete asks, the menu key opens what can be done. */
export function RunList({ runs, selected, onSelect, onMenu, onDelete }: RunListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const prefix = useId();
  const active = runs.findIndex(({ entry }) => entry.id === selected);
  const list = useVirtualizer({
    count: runs.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  });
  const drawn = list.getVirtualItems();
  const onKeyDown = (event: KeyboardEvent) => {
    if (selected !== undefined && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      onDelete(selected);
      return;
    }
    const next = stepOf(event.key, active, runs.length);
    const run = next === undefined ? undefined : runs[next];
    if (next === undefined || run === undefined) return;
    event.preventDefault();
    onSelect(run.entry.id);
    list.scrollToIndex(next);
  };
  /** By mouse of the row under it; by key of the one that is shown. */
  const onContextMenu = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-run]') : null;
    const id = row?.getAttribute('data-run') ?? selected;
    if (id === undefined) return;
    event.preventDefault();
    const box = (row ?? scroller.current?.querySelector('[aria-selected="true"]'))?.getBoundingClientRect();
    const byKey = row === null && box !== undefined;
    onMenu(id, byKey ? { x: box.left + 24, y: box.top + 24 } : { x: event.clientX, y: event.clientY });
  };
  return (
    <div
      ref={scroller}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label="Runs"
      aria-activedescendant={drawn.some(({ index }) => index === active) ? `${prefix}${active}` : undefined}
      onKeyDown={onKeyDown}
      onContextMenu={onContextMenu}
    >
      <div className={styles.rows} role="presentation" style={{ height: list.getTotalSize() }}>
        {drawn.map(({ index, start }) => {
          const run = runs[index];
          return (
            run !== undefined && (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys; options take no focus of their own.
              <div
                key={run.entry.id}
                id={`${prefix}${index}`}
                data-run={run.entry.id}
                data-name={runName(run.number)}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                aria-posinset={index + 1}
                aria-setsize={runs.length}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
                onClick={() => onSelect(run.entry.id)}
              >
                <RunRow run={run} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
