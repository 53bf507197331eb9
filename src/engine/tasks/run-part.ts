import type { PlannedTask } from '@/plan/plan';
import { at, type JournalPath } from '@/run/journal-path';
import type { Environment } from '@/workflow/expressions/environment';
import type { Frame, PartOptions } from '../attempt';
import { endOf } from '../log/restore-end';
import type { Completed, TaskEnd } from '../task-end';
import type { AttemptOptions } from './attempt-options';

/**
 * Runs a task that an attempt holds, or gives what it came to in an earlier attempt. `path` and `environment`: those of
 * the attempt.
 */
export async function runPart(
  part: PlannedTask,
  path: JournalPath,
  environment: Environment,
  { task, frame, base, number, left }: AttemptOptions,
  wish: PartOptions,
): Promise<TaskEnd> {
  const { run } = frame;
  const container = wish.at === undefined ? path : at(path, ...wish.at);
  // Without a retry nothing is kept: of ten thousand steps nothing else would need them all.
  const mayRetry = task.retry.maxRetries > 0;
  let taskPath = '';
  if (mayRetry || number > 1) {
    const own = at(container, 'task', part.id);
    taskPath = own.slice(at(base, 'attempt', number).length);
    const known = wish.anew
      ? undefined
      : (left.parts.get(taskPath) ?? (await completedBefore(own, base, number, taskPath, frame, part)));
    if (known !== undefined) {
      left.parts.set(taskPath, known);
      return known;
    }
  }
  const inner: Frame = {
    run,
    path: container,
    environment: wish.environment ?? environment,
    givenNames: wish.givenNames ?? [],
    context: wish.context ?? noContext,
    previous: wish.previous ?? noPrevious,
    signal: wish.signal ?? frame.signal,
    meter: wish.meter ?? frame.meter,
    depth: wish.depth ?? frame.depth,
  };
  const end = await run.runTask(part, inner, wish.skip);
  if (mayRetry && end.status === 'completed' && end.failure === undefined) left.parts.set(taskPath, end);
  return end;
}

/** What the part came to in an attempt that an earlier process made, if it completed there. */
async function completedBefore(
  own: JournalPath,
  base: JournalPath,
  number: number,
  taskPath: string,
  { run }: Frame,
  part: PlannedTask,
): Promise<Completed | undefined> {
  if (number === 1 || run.history.ended.size === 0) return undefined;
  for (let earlier = number - 1; earlier >= 1; earlier--) {
    const path = `${at(base, 'attempt', earlier)}${taskPath}`;
    const event = path === own ? undefined : run.history.ended.get(path);
    if (event?.kind !== 'task.completed' || event.error !== undefined) continue;
    const end = await endOf(event, part, run);
    if (end.status === 'completed') return end;
  }
  return undefined;
}

const noContext: Frame['context'] = async () => [];
const noPrevious: Frame['previous'] = () => undefined;
