import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { JournalPath } from '@/run/journal-path';
import { type CallRow, listCallRows, listModelCalls } from '@/run/projections/model-calls';
import type { RunState } from '@/run/run-state';
import { joinClassNames } from '@/ui/class-names';
import { TypeIcon } from '@/ui/display/type-tile';
import { useVirtualRows } from '@/ui/list/use-virtual-rows';
import { type RowProps, VirtualList } from '@/ui/list/virtual-list';
import { getRootPath, type TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import { usePacedRun } from '../../use-paced-run';
import { useTaskLabel } from '../../use-task-label';
import { formatShortCount } from '../context-words';
import styles from './call-list.module.css';
import { computeFill, formatShortCall } from './call-names';

/** The same as `--h-row`. */
const rowHeight = 26;
/** How many calls of a task are listed before a person asks for more. */
const fewCalls = 12;

interface CallListProps {
  readonly label: string;
  /** Journal path of the selected call, and the task of the document that it belongs to. */
  readonly chosen: { readonly path: JournalPath; readonly root: TaskPath } | undefined;
  readonly onChoose: (path: JournalPath) => void;
  /** Whether moving to a call with the arrows selects it; otherwise Enter does. */
  readonly follows: boolean;
}

/**
 * The calls of the run by task, each with the fill level of its context window. Only the rows in sight are rendered.
 */
export function CallList({ label, chosen, onChoose, follows }: CallListProps) {
  const calls = usePacedRun(({ run }) => run.calls);
  const tasks = usePacedRun(({ run }) => run.tasks);
  const [toggled, setToggled] = useState<ReadonlyMap<TaskPath, boolean>>(new Map());
  const root = chosen?.root;
  const rows = useMemo(
    () =>
      listCallRows(
        { calls, tasks },
        (taskPath, count) => toggled.get(taskPath) ?? (count <= fewCalls || taskPath === root),
      ),
    [calls, tasks, toggled, root],
  );
  const chosenIndex = rows.findIndex((row) => row.kind === 'call' && row.call.path === chosen?.path);
  const [active, setActive] = useState<number>();
  const at = Math.min(active ?? Math.max(0, chosenIndex), rows.length - 1);
  const most = useMemo(() => findMostSent(calls), [calls]);
  const list = useVirtualRows({ count: rows.length, rowHeight });
  // A new selection, even one made elsewhere, moves the cursor to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each
  useEffect(() => setActive(undefined), [chosen?.path]);

  const toggleRow = (row: CallRow, open: boolean) => {
    if (row.kind === 'task') setToggled(new Map(toggled).set(row.taskPath, open));
  };
  const goTo = (index: number) => {
    setActive(index);
    const row = rows[index];
    if (follows && row?.kind === 'call') onChoose(row.call.path);
  };
  const pressRow = (index: number) => {
    const row = rows[index];
    setActive(index);
    if (row?.kind === 'call') onChoose(row.call.path);
    else if (row !== undefined) toggleRow(row, !row.open);
  };
  const handleListKey = ({ key }: KeyboardEvent): boolean => {
    const row = rows[at];
    if (key === 'Enter' || key === ' ') pressRow(at);
    else if (key === 'ArrowRight' && row !== undefined) toggleRow(row, true);
    else if (key === 'ArrowLeft' && row?.kind === 'task') toggleRow(row, false);
    else if (key === 'ArrowLeft' && row?.kind === 'call' && row.within) {
      goTo(rows.findIndex((one) => one.kind === 'task' && one.taskPath === getRootPath(row.taskPath)));
    } else return false;
    return true;
  };

  return (
    <VirtualList
      label={label}
      role="tree"
      rows={list}
      active={at}
      activeKey={getRowKey(rows[at])}
      onMove={goTo}
      {...{ onKey: handleListKey, onPress: pressRow }}
      className={styles.list}
    >
      {(index, props) => {
        const row = rows[index];
        if (row === undefined) return null;
        const state = { props, active: index === at };
        if (row.kind === 'task') return <TaskRow key={getRowKey(row)} row={row} {...state} />;
        return <OneCall key={getRowKey(row)} row={row} most={most} selected={index === chosenIndex} {...state} />;
      }}
    </VirtualList>
  );
}

function findMostSent(calls: RunState['calls']): number {
  return listModelCalls({ calls }).reduce((most, { call }) => Math.max(most, call.window?.sent ?? 0), 1);
}

function getRowKey(row: CallRow | undefined): string | undefined {
  return row?.kind === 'task' ? `task ${row.taskPath}` : row?.call.path;
}

interface RowState {
  readonly props: RowProps;
  readonly active: boolean;
}

function TaskRow({ row, props, active }: RowState & { readonly row: Extract<CallRow, { kind: 'task' }> }) {
  const { label, type } = useTaskLabel(row.taskPath);
  return (
    <div
      {...props}
      role="treeitem"
      tabIndex={-1}
      aria-level={1}
      aria-expanded={row.open}
      aria-selected={false}
      aria-label={`${label}, ${row.calls === 1 ? '1 call' : `${row.calls} calls`}`}
      className={joinClassNames(props.className, styles.row)}
      data-active={active ? '' : undefined}
    >
      {type && <TypeIcon look={taskTraits[type]} />}
      <span className={styles.label}>
        <span className={styles.name}>{label}</span>
      </span>
      <span className={styles.figure}>{row.calls.toLocaleString('en')}</span>
      <span className={styles.fold} aria-hidden="true">
        <ChevronRight />
      </span>
    </div>
  );
}

interface OneCallProps extends RowState {
  readonly row: Extract<CallRow, { kind: 'call' }>;
  readonly selected: boolean;
  /** The most tokens that a call of the run was sent, which fill its bar. */
  readonly most: number;
}

function OneCall({ row: { taskPath, call, within }, selected, most, props, active }: OneCallProps) {
  const { label, type } = useTaskLabel(taskPath);
  const which = formatShortCall(call.path);
  const name = which === '' ? label : `${label}, ${which}`;
  const fill = computeFill(call);
  return (
    <div
      {...props}
      role="treeitem"
      tabIndex={-1}
      aria-level={within ? 2 : 1}
      aria-selected={selected}
      aria-label={`${name}: ${fill?.said ?? 'not measured'}`}
      className={joinClassNames(props.className, styles.row)}
      data-active={active ? '' : undefined}
      data-within={within ? '' : undefined}
      title={`${name}: ${fill?.said ?? 'not measured'}`}
    >
      {type && <TypeIcon look={taskTraits[type]} />}
      <span className={styles.label}>
        <span className={styles.name}>{label}</span>
        {which !== '' && <span className={styles.which}>{which}</span>}
      </span>
      {fill !== undefined && (
        <span className={styles.bar} data-tone={fill.tone}>
          <i style={{ width: `${(fill.sent / most) * 100}%` }} />
        </span>
      )}
      <span className={styles.figure}>{fill ? formatShortCount(fill.sent) : '–'}</span>
    </div>
  );
}
