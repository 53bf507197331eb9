import { isSameJson } from '@/base/json';
import type { Recording } from '@/engine/log/recording';
import type { RunEvent } from '@/run/events';
import { findInstance, getTaskPath } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import type { EvaluatedExpectation } from './evaluated-item';
import { parseJsonContent } from './run-evidence';

/** What a task of a run gave, beside what a recording has of it. */
interface EndBesideRecording {
  readonly taskPath: string;
  readonly now: string;
  /** Undefined: there is no recording, or the task did not complete in it. */
  readonly recorded: string | undefined;
  /** What it gave in its last iteration, which expectations judge, if that is another. */
  readonly last?: string;
}

/** The ends of the tasks of a run in order, each beside that in a recording; of a task that ended often the last. */
export async function compareWithRecording(
  events: readonly RunEvent[],
  readBlob: (ref: string) => Promise<string | undefined>,
  recording: Recording | undefined,
): Promise<readonly EndBesideRecording[]> {
  const found = new Map<string, EndBesideRecording>();
  for (const event of events) {
    if (event.kind !== 'task.completed' && event.kind !== 'task.failed') continue;
    const { text, length, ref } = readResult(event);
    const now = length <= text.length || ref === undefined ? text : ((await readBlob(ref)) ?? text);
    const taskPath = getTaskPath(findInstance(event.path) ?? event.path);
    const recorded = await recording?.output?.(event.path);
    const before = found.get(taskPath);
    // The first iteration that differs tells more than the last.
    if (before !== undefined && isOtherThanRecorded(before)) found.set(taskPath, { ...before, last: now });
    else found.set(taskPath, { taskPath, now, recorded });
  }
  return [...found.values()];
}

/** Whether a task gave something else than is recorded; JSON with keys in another order is the same. */
export function isOtherThanRecorded({ now, recorded }: Pick<EndBesideRecording, 'now' | 'recorded'>): boolean {
  if (recorded === undefined || now.trim() === recorded.trim()) return false;
  return !isSameJson(parseJsonContent(now), parseJsonContent(recorded));
}

/**
 * Where a case that did not pass went wrong first: the task that gave something else than is recorded, else that of the
 * first expectation that does not hold. Undefined: that is the run as a whole, which did not give anything.
 */
export function findFailedTask(
  tasks: readonly EndBesideRecording[],
  results: readonly EvaluatedExpectation[],
): string | undefined {
  const left = tasks.find(isOtherThanRecorded);
  if (left !== undefined) return left.taskPath;
  const failed = results.find(({ state }) => state === 'failed' || state === 'error');
  return failed?.expectation.task?.replace(/@.*$/, '') ?? tasks.at(-1)?.taskPath;
}
