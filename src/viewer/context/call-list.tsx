import { useVirtualizer } from '@tanstack/react-virtual';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { JournalPath } from '@/run/path';
import { type CallRow, callRowsOf } from '@/run/projections/model-calls';
import { TypeIcon } from '@/ui/type-tile';
import { type Place, rootOf } from '@/workflow/place';
import { taskTypeInfo } from '@/workflow/tasks';
import { usePacedRun } from '../use-paced-run';
import { usePlaced } from '../use-placed';
import styles from './call-list.module.css';
import { fillOf, shortCallLabel } from './call-names';
import { shortCount } from './context-words';

/** As `--h-row`. */
const rowHeight = 26;
/** Calls of a task that are listed without being asked for. */
const fewCalls = 12;

interface CallListProps {
  readonly label: string;
  /** Journal path of the chosen call, and the task of the document that it lies in. */
  readonly chosen: { readonly path: JournalPath; readonly root: Place } | undefined;
  readonly onChoose: (path: JournalPath) => void;
  /** Whether going to a call with the arrows chooses it; else Enter does. */
  readonly follows: boolean;
}

/** The calls of the run by task, each with the fill of its window. Only the rows in sight are drawn. */
export function CallList({ label, chosen, onChoose, follows }: CallListProps) {
  const calls = usePacedRun(({ run }) => run.calls);
  const tasks = usePacedRun(({ run }) => run.tasks);
  const [toggled, setToggled] = useState<ReadonlyMap<Place, boolean>>(new Map());
  const root = chosen?.root;
  const rows = useMemo(
    () => callRowsOf({ calls, tasks }, (place, count) => toggled.get(place) ?? (count <= fewCalls || place === root)),
    [calls, tasks, toggled, root],
  );
  const chosenIndex = rows.findIndex((row) => row.kind === 'call' && row.call.path === chosen?.path);
  const [active, setActive] = useState<number>();
  const at = Math.min(active ?? Math.max(0, chosenIndex), rows.length - 1);
  const scroller = useRef<HTMLDivElement>(null);
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });

  useEffect(() => {
    if (chosenIndex >= 0) drawn.scrollToIndex(chosenIndex);
  }, [drawn, chosenIndex]);

  const inSight = drawn.getVirtualItems();

  const toggle = (row: CallRow, open: boolean) => {
    if (row.kind === 'task' && row.calls > 0) setToggled(new Map(toggled).set(row.place, open));
  };
  const goTo = (index: number) => {
    const next = Math.min(rows.length - 1, Math.max(0, index));
    setActive(next);
    drawn.scrollToIndex(next);
    const row = rows[next];
    if (follows && row?.kind === 'call') onChoose(row.call.path);
  };
  const press = (index: number) => {
    const row = rows[index];
    setActive(index);
    if (row?.kind === 'call') onChoose(row.call.path);
    else if (row !== undefined) toggle(row, !row.open);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -rows.length, End: rows.length }[
      event.key
    ];
    const row = rows[at];
    if (step !== undefined) goTo(at + step);
    else if (event.key === 'Enter' || event.key === ' ') press(at);
    else if (event.key === 'ArrowRight' && row !== undefined) toggle(row, true);
    else if (event.key === 'ArrowLeft' && row?.kind === 'task') toggle(row, false);
    else if (event.key === 'ArrowLeft' && row?.kind === 'call' && row.within) {
      goTo(rows.findIndex((one) => one.kind === 'task' && one.place === rootOf(row.place)));
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={scroller}
      className={styles.list}
      role="tree"
      tabIndex={0}
      aria-label={label}
      aria-activedescendant={inSight.some(({ index }) => index === at) ? `call-${at}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div className={styles.inner} role="presentation" style={{ height: drawn.getTotalSize() }}>
        {inSight.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const state = {
            id: `call-${index}`,
            top: start,
            active: index === at,
            onPress: () => press(index),
          };
          if (row.kind === 'task') return <TaskRow key={`task ${row.place}`} row={row} {...state} />;
          return <OneCall key={row.call.path} row={row} selected={index === chosenIndex} {...state} />;
        })}
      </div>
    </div>
  );
}

interface RowState {
  readonly id: string;
  readonly top: number;
  readonly active: boolean;
  readonly onPress: () => void;
}

function TaskRow({ row, id, top, active, onPress }: RowState & { readonly row: Extract<CallRow, { kind: 'task' }> }) {
  const { label, type } = usePlaced(row.place);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys; its items take no focus of their own.
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-expanded={row.calls > 0 ? row.open : undefined}
      aria-selected={false}
      aria-label={`${label}, ${row.calls === 0 ? 'no calls' : row.calls === 1 ? '1 call' : `${row.calls} calls`}`}
      className={styles.row}
      data-active={active ? '' : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onPress}
    >
      {type && <TypeIcon type={type} family={taskTypeInfo[type].family} />}
      <span className={styles.label}>
        <span className={styles.name}>{label}</span>
      </span>
      {row.calls > 0 && (
        <>
          <span className={styles.figure}>{row.calls.toLocaleString('en')}</span>
          <span className={styles.fold} aria-hidden="true">
            <ChevronRight />
          </span>
        </>
      )}
    </div>
  );
}

interface OneCallProps extends RowState {
  readonly row: Extract<CallRow, { kind: 'call' }>;
  readonly selected: boolean;
}

function OneCall({ row: { place, call, within }, selected, id, top, active, onPress }: OneCallProps) {
  const { label, type } = usePlaced(place);
  const which = shortCallLabel(call.path);
  const name = which === '' ? label : `${label}, ${which}`;
  const fill = fillOf(call);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys; its items take no focus of their own.
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={within ? 2 : 1}
      aria-selected={selected}
      aria-label={`${name}: ${fill?.said ?? 'not measured'}`}
      className={styles.row}
      data-active={active ? '' : undefined}
      data-within={within ? '' : undefined}
      style={{ transform: `translateY(${top}px)` }}
      title={`${name}: ${fill?.said ?? 'not measured'}`}
      onClick={onPress}
    >
      {type && <TypeIcon type={type} family={taskTypeInfo[type].family} />}
      <span className={styles.label}>
        <span className={styles.name}>{label}</span>
        {which !== '' && <span className={styles.which}>{which}</span>}
      </span>
      {fill?.fill !== undefined && (
        <span className={styles.bar} data-tone={fill.tone}>
          <i style={{ width: `${Math.min(100, fill.fill * 100)}%` }} />
        </span>
      )}
      <span className={styles.figure}>{fill ? shortCount(fill.sent) : '–'}</span>
    </div>
  );
}
