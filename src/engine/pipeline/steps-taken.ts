import { readResult } from '@/run/result-payload';
import type { Cursor } from '../attempt';
import { followAnswer } from '../handler/fallback';
import { sumStepUsage } from '../log/history-cursors';
import type { PipelineCursor } from '../log/run-history';
import type { Pipeline } from './pipeline';
import type { StepValues } from './state-template';

/**
 * The position of a pipeline according to the log: after consecutive steps from the first on, by this attempt or
 * earlier ones. Undefined: there are none, or their first question differs from `first`. It reads only the latest
 * state; earlier ones may be deleted.
 */
export async function findTakenSteps(
  { task, attempt, worker }: Pipeline,
  first: StepValues,
): Promise<Cursor | undefined> {
  const { pipelines } = attempt.run.history;
  if (pipelines.size === 0) return undefined;
  const cursors = Array.from({ length: attempt.number }, (_, index) => pipelines.get(attempt.pathIn(index + 1)));
  const start = cursors.findLastIndex((cursor) => cursor?.from === 0);
  let latest = cursors[start];
  if (latest === undefined || latest.hash !== worker.hashOf(worker.question(first))) return undefined;
  for (const cursor of cursors.slice(start + 1))
    if (cursor !== undefined && isContinuation(latest, cursor)) latest = cursor;
  if (latest === cursors.at(-1)) {
    // Earlier attempts have counted their usage already.
    attempt.meter.add(latest.usage);
    attempt.meter.add(sumStepUsage(latest.record.data));
  }
  followAnswer(task, attempt, latest.record.model);
  return { i: latest.i + 1, state: await attempt.run.journal.read(readResult(latest.record)) };
}

function isContinuation(before: PipelineCursor, { from, i }: PipelineCursor): boolean {
  return from <= before.i + 1 && i > before.i;
}
