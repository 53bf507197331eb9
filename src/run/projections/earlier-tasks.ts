import { isOfConnection } from '@/base/errors';
import type { EarlierTask } from '@/plan/forecast/forecast';
import type { TaskPath } from '@/workflow/task-path';
import { findInstance, findTry, getNearestTaskPath, type JournalPath } from '../journal-path';
import type { RunEdit } from '../run-edit';
import type { CallRecord, FailedAttempt, RunState, TaskRun } from '../run-state';

/**
 * What a forecast needs to know of the tasks of a run. `edits`: what a person wrote in it. No other run takes that, so
 * these tasks count as unfinished. `lost`: tasks with results that are not stored any more.
 */
export function collectEarlierTasks(
  { tasks, instances, calls, context, retries }: RunState,
  edits: readonly Pick<RunEdit, 'path'>[] = [],
  lost: ReadonlySet<TaskPath> = new Set(),
): ReadonlyMap<TaskPath, EarlierTask> {
  const written = new Set(edits.map(({ path }) => getNearestTaskPath(path)));
  return new Map(
    [...tasks].map(([path, task]) => {
      const told = new Set((context.plans.get(path) ?? []).flatMap((record) => record.told ?? []));
      const hasFailed = [task, ...(instances.get(path) ?? [])].some(isFailed);
      const status = written.has(path) ? 'unfinished' : findEarlierStatus(task);
      const made = calls.get(path) ?? [];
      const isOpen = (hasOpenTry(made) || hasOpenAttempt(made, retries.get(path) ?? [])) && {
        hasOpenTry: true as const,
      };
      const isLost = lost.has(path) && { isLost: true as const };
      const isSingle = (instances.get(path)?.length ?? 1) === 1;
      const result = task.status === 'ok' && isSingle && { result: task.result };
      return [path, { status, hasFailed, told: [...told], ...isOpen, ...isLost, ...result }];
    }),
  );
}

function findEarlierStatus(task: TaskRun): EarlierTask['status'] {
  if (task.status === 'skipped') {
    return task.reason === 'on_error' || task.reason === 'not_chosen' ? 'unfinished' : 'skipped';
  }
  return task.status === 'ok' ? 'completed' : 'unfinished';
}

/**
 * Whether a try of `best_of`, a sample of a vote, or a round of the task's loop ended without an answer: the task may
 * have completed with another one, and nothing else tells of it.
 */
function hasOpenTry(calls: readonly CallRecord[]): boolean {
  const answered = new Map<string, boolean>();
  for (const { path, reply } of calls) {
    const within = findTry(path) ?? findRoundPath(path);
    if (within !== undefined) answered.set(within, reply !== undefined);
  }
  return [...answered.values()].includes(false);
}

/**
 * Whether an attempt that was followed by another one failed in a call that got no result, for another reason than the
 * connection: nothing tells how that call would end, so a fork makes it again.
 */
function hasOpenAttempt(calls: readonly CallRecord[], failures: readonly FailedAttempt[]): boolean {
  const own = failures.filter(({ error }) => !isOfConnection(error));
  if (own.length === 0) return false;
  return calls.some(({ path, attempt, reply }) => {
    if (reply !== undefined) return false;
    const within = failures.filter((failure) => path.startsWith(`${failure.path}/`));
    // The attempts at each round of a loop are counted anew.
    if (findRoundPath(path) !== undefined) return within.some(({ error }) => !isOfConnection(error));
    const failure = within[attempt - 1];
    return failure !== undefined && !isOfConnection(failure.error);
  });
}

/** The path of the round of the innermost task of a path, or of its sample in a vote; undefined outside a loop. */
function findRoundPath(path: JournalPath): JournalPath | undefined {
  const { length } = findInstance(path) ?? '';
  const [round] = /^\/iter\/[^/]+(?:\/attempt\/[^/]+\/sample\/[^/]+)?/.exec(path.slice(length)) ?? [];
  return round === undefined ? undefined : path.slice(0, length) + round;
}

/** Also of a failure that counts as completed, or as skipped. */
function isFailed(task: TaskRun): boolean {
  return task.status === 'failed' || ('error' in task && task.error !== undefined);
}
