import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment, type TaskPath } from '@/workflow/task-path';
import { isAskingAt } from '../projections/asks-at';
import type { RunState } from '../run-state';

/** How the tasks of a run stand, counted once for each state of them. */
export interface TaskSums {
  /** Of the workflow itself: how many ended in each way, and which failed, in the order of their start. */
  readonly done: number;
  readonly skipped: number;
  readonly ended: number;
  readonly failed: readonly TaskPath[];
  /** The tasks at work, at any depth, that have none at work in them and do not ask. */
  readonly working: readonly TaskPath[];
  /** Files that tasks wrote, each with its task, the last one last. */
  readonly files: ReadonlyMap<string, TaskPath>;
  readonly lastEnded: TaskPath | undefined;
}

const sums = new WeakMap<RunState['tasks'], TaskSums>();

/** The sums over the tasks of a run. */
export function computeTaskSums(run: Pick<RunState, 'tasks' | 'questions'>): TaskSums {
  const known = sums.get(run.tasks);
  if (known !== undefined) return known;
  const counted = countTasks(run);
  sums.set(run.tasks, counted);
  return counted;
}

function countTasks(run: Pick<RunState, 'tasks' | 'questions'>): TaskSums {
  const counts = { done: 0, skipped: 0, ended: 0 };
  const failed: TaskPath[] = [];
  const running: TaskPath[] = [];
  const files = new Map<string, TaskPath>();
  let last: { readonly path: TaskPath; readonly at: string } | undefined;
  for (const [path, task] of run.tasks) {
    if (task.status === 'running') running.push(path);
    if (task.status === 'ok' && task.data.artifact !== undefined) {
      files.delete(task.data.artifact);
      files.set(task.data.artifact, path);
    }
    if (path.includes('/') || task.status === 'running') continue;
    counts.ended += 1;
    if (task.status === 'skipped') counts.skipped += 1;
    if (task.status === 'failed') failed.push(path);
    if (task.status !== 'ok') continue;
    counts.done += 1;
    if (last === undefined || task.endedAt >= last.at) last = { path, at: task.endedAt };
  }
  const around = new Set(running.flatMap(listPathsAround));
  const working = running.filter((path) => !around.has(path) && !isAskingAt(run, path));
  return { ...counts, failed, working, files, lastEnded: last?.path };
}

function listPathsAround(path: TaskPath): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** A task as its run names it. */
export function formatRanTask({ named }: Pick<RunState, 'named'>, path: TaskPath): string {
  return named.get(path)?.label ?? formatSegment(getLastSegment(path));
}

/** Names in a sentence: `a`, `a and b`, `a, b and 3 more`. */
export function formatNames(names: readonly string[]): string {
  const [first = '', second, ...others] = names;
  if (second === undefined) return first;
  return others.length === 0 ? `${first} and ${second}` : `${first}, ${second} and ${others.length} more`;
}
