import { type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { ListBox } from '@/ui/list/list-box';
import { computeForkLanes } from '@/viewer/forks/fork-lanes';
import { ForkRail } from '@/viewer/forks/fork-rail';
import type { NumberedRun } from './find-runs';
import { RunRow } from './run-row';
import styles from './runs-panel.module.css';

const rowHeight = 67;

interface RunListProps {
  readonly runs: readonly NumberedRun[];
  /** Id of the shown run. */
  readonly selected: string | undefined;
  readonly onSelect: (id: string) => void;
  /** Opens the menu of a run, at a point of the window. */
  readonly onMenu: (id: string, at: { readonly x: number; readonly y: number }) => void;
  readonly onDelete: (id: string) => void;
  readonly onStar: (id: string) => void;
  /** Whether runs are left out, so that forks cannot be drawn. */
  readonly isFiltered: boolean;
}

/**
 * The runs, newest first, with their forks beside them. Arrows select and show one, S gives it a star or takes it away,
 * Delete asks to delete it, the menu key opens its menu.
 */
export function RunList({ runs, selected, onSelect, onMenu, onDelete, onStar, isFiltered }: RunListProps) {
  const forks = useMemo(() => computeForkLanes(runs.map(({ entry }) => entry)), [runs]);
  // A row of forks in one lane says no more than the lines of the runs.
  const isDrawn = !isFiltered && forks.lanes > 1;
  const handleListKey = ({ key }: KeyboardEvent): boolean => {
    const deletes = selected !== undefined && (key === 'Delete' || key === 'Backspace');
    if (deletes) onDelete(selected);
    const stars = selected !== undefined && key.toLowerCase() === 's';
    if (stars) onStar(selected);
    return deletes || stars;
  };
  /** With the mouse, the menu of the row under it; with the key, that of the shown run. */
  const onContextMenu = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest('[data-id]') : null;
    const id = row?.getAttribute('data-id') ?? selected;
    if (id === undefined) return;
    event.preventDefault();
    const box = (row ?? event.currentTarget.querySelector('[aria-selected="true"]'))?.getBoundingClientRect();
    const byKey = row === null && box !== undefined;
    onMenu(id, byKey ? { x: box.left + 24, y: box.top + 24 } : { x: event.clientX, y: event.clientY });
  };
  return (
    <ListBox
      label="Runs"
      items={runs}
      rowHeight={rowHeight}
      idOf={({ entry }) => entry.id}
      selected={selected}
      onSelect={({ entry }) => onSelect(entry.id)}
      onKey={handleListKey}
      onContextMenu={onContextMenu}
      className={styles.list}
      rowClassName={styles.row}
    >
      {(run) => {
        const fork = isDrawn ? forks.rows[runs.length - run.number] : undefined;
        return (
          <>
            {fork && <ForkRail className={styles.rail} row={fork} lanes={forks.lanes} height={rowHeight} />}
            <RunRow run={run} />
          </>
        );
      }}
    </ListBox>
  );
}
