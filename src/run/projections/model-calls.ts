import { rootOf, type TaskPath } from '@/workflow/task-path';
import type { CallRecord, RunState } from '../run-state';

/** A call of a model, and the place of the task that made it. */
export interface ModelCall {
  readonly taskPath: TaskPath;
  readonly call: CallRecord;
}

const known = new WeakMap<RunState['calls'], readonly ModelCall[]>();

/** The calls of models of a run, in the order of their start. The same list as long as there is none more. */
export function modelCallsOf({ calls }: Pick<RunState, 'calls'>): readonly ModelCall[] {
  const found = known.get(calls);
  if (found !== undefined) return found;
  const all: ModelCall[] = [];
  for (const [taskPath, list] of calls)
    for (const call of list) if (call.kind === 'model') all.push({ taskPath, call });
  // Stable: calls of one place stay in their order.
  all.sort((one, other) => compare(one.call.startedAt, other.call.startedAt));
  known.set(calls, all);
  return all;
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** A row of the list of calls: a task of the document, or a call. */
export type CallRow =
  /** `calls`: how many it and all in it made; `open` where they are listed below it. */
  | { readonly kind: 'task'; readonly taskPath: TaskPath; readonly calls: number; readonly open: boolean }
  /** `within`: listed below the task of the document that it lies in. */
  | { readonly kind: 'call'; readonly taskPath: TaskPath; readonly call: CallRecord; readonly within: boolean };

/**
 * The tasks of a run that have started, in that order, and below those that are open their calls, in theirs. A task
 * that is one call itself is that call's row.
 */
export function callRowsOf(
  run: Pick<RunState, 'calls' | 'tasks'>,
  isOpen: (taskPath: TaskPath, calls: number) => boolean,
): readonly CallRow[] {
  const byRoot = new Map<TaskPath, ModelCall[]>();
  for (const taskPath of run.tasks.keys()) if (rootOf(taskPath) === taskPath) byRoot.set(taskPath, []);
  for (const one of modelCallsOf(run)) {
    const root = rootOf(one.taskPath);
    const list = byRoot.get(root);
    if (list === undefined) byRoot.set(root, [one]);
    else list.push(one);
  }
  const rows: CallRow[] = [];
  for (const [taskPath, calls] of byRoot) {
    const [only] = calls;
    if (only !== undefined && calls.length === 1 && only.taskPath === taskPath) {
      rows.push({ kind: 'call', ...only, within: false });
      continue;
    }
    const open = calls.length > 0 && isOpen(taskPath, calls.length);
    rows.push({ kind: 'task', taskPath, calls: calls.length, open });
    if (open) for (const one of calls) rows.push({ kind: 'call', ...one, within: true });
  }
  return rows;
}
