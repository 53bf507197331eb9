import { defined } from '@/base/defined';
import { findTasksAround } from './journal-path';
import type { TaskInstance } from './run-state';

/** An execution of a task that has not ended. */
export type RunningInstance = Extract<TaskInstance, { status: 'running' }>;

/** A part of a container within its attempt: not one of a try, a sample or a decomposition. */
const partPattern = /^\/attempt\/\d+\/(?:item\/(\d+)\/)?task\/([^/]+)$/;

/**
 * Counts a part that has ended for its container. A reduce takes up to two parts for an item, strictly in order: an
 * item has ended with its reduction, or where the next item begins.
 */
export function countPartDone(
  container: RunningInstance,
  type: string | undefined,
  part: TaskInstance,
): RunningInstance {
  const { parts, done = 0, undone = 0 } = container;
  if (parts === undefined) return container;
  const [, item, name] = partPattern.exec(part.path.slice(findTasksAround(part.path)[1].length)) ?? [];
  if (name === undefined) return container;
  const isCompleted = part.status === 'ok' && part.error === undefined;
  if (type === 'reduce') {
    return { ...container, done: Math.max(done, Number(item) + (isCompleted && name === 'reduction_task' ? 1 : 0)) };
  }
  return { ...container, done: Math.min(done + 1, parts), ...(isCompleted ? {} : { undone: undone + 1 }) };
}

/** What the next attempt takes over: it keeps the parts that completed. */
export function selectKeptParts({
  parts,
  done = 0,
  undone = 0,
}: RunningInstance): Pick<RunningInstance, 'parts' | 'done'> {
  return { ...defined({ parts }), done: done - undone };
}
