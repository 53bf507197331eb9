import { getRootPath, type TaskPath } from '@/workflow/task-path';
import type { CallRecord, RunState } from '../run-state';

/** A model call, and the task path of the task that made it. */
export interface ModelCall {
  readonly taskPath: TaskPath;
  readonly call: CallRecord;
}

const known = new WeakMap<RunState['calls'], readonly ModelCall[]>();

/** The model calls of a run, in the order of their start. Returns the same list until there is another call. */
export function listModelCalls({ calls }: Pick<RunState, 'calls'>): readonly ModelCall[] {
  const found = known.get(calls);
  if (found !== undefined) return found;
  const all: ModelCall[] = [];
  for (const [taskPath, list] of calls)
    for (const call of list) if (call.kind === 'model') all.push({ taskPath, call });
  // The sort is stable: calls of one task stay in order.
  all.sort((one, other) => compareText(one.call.startedAt, other.call.startedAt));
  known.set(calls, all);
  return all;
}

function compareText(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** A row of the list of calls: a task of the document, or a call. */
export type CallRow =
  /** `calls`: how many the task and all tasks in it made. `open`: whether they are listed below it. */
  | { readonly kind: 'task'; readonly taskPath: TaskPath; readonly calls: number; readonly open: boolean }
  /** `within`: whether it is listed below its top-level task. */
  | { readonly kind: 'call'; readonly taskPath: TaskPath; readonly call: CallRecord; readonly within: boolean };

/**
 * The started tasks of a run in the order of their start, and below each open one its calls, in order. A task with a
 * single call of its own is shown as that call's row.
 */
export function listCallRows(
  run: Pick<RunState, 'calls' | 'tasks'>,
  isOpen: (taskPath: TaskPath, calls: number) => boolean,
): readonly CallRow[] {
  const byRoot = new Map<TaskPath, ModelCall[]>();
  for (const taskPath of run.tasks.keys()) if (getRootPath(taskPath) === taskPath) byRoot.set(taskPath, []);
  for (const one of listModelCalls(run)) {
    const root = getRootPath(one.taskPath);
    const list = byRoot.get(root);
    if (list === undefined) byRoot.set(root, [one]);
    else list.push(one);
  }
  const rows: CallRow[] = [];
  for (const [taskPath, calls] of byRoot) {
    const [only] = calls;
    if (only === undefined) continue;
    if (calls.length === 1 && only.taskPath === taskPath) {
      rows.push({ kind: 'call', ...only, within: false });
      continue;
    }
    const open = isOpen(taskPath, calls.length);
    rows.push({ kind: 'task', taskPath, calls: calls.length, open });
    if (open) for (const one of calls) rows.push({ kind: 'call', ...one, within: true });
  }
  return rows;
}
