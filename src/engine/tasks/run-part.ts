import type { PlannedTask } from '@/plan/plan';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Environment } from '@/workflow/expressions/environment';
import type { Frame, PartOptions } from '../attempt';
import { restoreTaskEnd } from '../log/restore-end';
import type { Completed, TaskEnd } from '../task-end';
import type { AttemptOptions } from './attempt-options';

/**
 * Runs a part of a task, or returns its result from an earlier attempt. `path` and `environment`: those of the attempt.
 */
export async function runPart(
  part: PlannedTask,
  path: JournalPath,
  environment: Environment,
  { task, frame, base, number, left }: AttemptOptions,
  options: PartOptions,
): Promise<TaskEnd> {
  const { run } = frame;
  const container = options.at === undefined ? path : appendStep(path, ...options.at);
  // Without retries no results are kept: a sequence of ten thousand steps would hold them all for nothing.
  const mayRetry = task.retry.maxRetries > 0;
  let taskPath = '';
  if (mayRetry || number > 1) {
    const own = appendStep(container, 'task', part.id);
    taskPath = own.slice(appendStep(base, 'attempt', number).length);
    const known = options.anew
      ? undefined
      : (left.parts.get(taskPath) ?? (await findCompletedBefore(own, base, number, taskPath, frame, part)));
    if (known !== undefined) {
      left.parts.set(taskPath, known);
      return known;
    }
  }
  const inner: Frame = {
    run,
    path: container,
    environment: options.environment ?? environment,
    givenNames: options.givenNames ?? [],
    context: options.context ?? giveNoContext,
    progress: options.progress ?? frame.progress,
    previous: options.previous ?? giveNoPrevious,
    signal: options.signal ?? frame.signal,
    meter: options.meter ?? frame.meter,
    depth: options.depth ?? frame.depth,
  };
  const end = await run.runTask(part, inner, options.skip);
  if (mayRetry && end.status === 'completed' && end.failure === undefined) left.parts.set(taskPath, end);
  return end;
}

/** The result of the part in an attempt of an earlier process, if it completed there. */
async function findCompletedBefore(
  own: JournalPath,
  base: JournalPath,
  number: number,
  taskPath: string,
  { run }: Frame,
  part: PlannedTask,
): Promise<Completed | undefined> {
  if (number === 1 || run.history.ended.size === 0) return undefined;
  for (let earlier = number - 1; earlier >= 1; earlier--) {
    const path = `${appendStep(base, 'attempt', earlier)}${taskPath}`;
    const event = path === own ? undefined : run.history.ended.get(path);
    if (event?.kind !== 'task.completed' || event.error !== undefined) continue;
    const end = await restoreTaskEnd(event, part, run);
    if (end.status === 'completed') return end;
  }
  return undefined;
}

const giveNoContext: Frame['context'] = async () => [];
const giveNoPrevious: Frame['previous'] = () => undefined;
