import { isAlwaysAsked } from '@/plan/simulated-only';
import { readResult } from '@/run/result-payload';
import type { Attempt, Cursor } from '../attempt';
import { followAnswer } from '../handler/fallback';
import { sumStepUsage } from '../log/history-cursors';
import type { PipelineCursor } from '../log/run-history';
import type { Pipeline } from './pipeline';
import type { StepValues } from './state-template';

/**
 * The position of a pipeline according to the log, or to the run that its steps are taken from, if states of it are
 * deleted there: after consecutive steps from the first on, by this attempt or earlier ones. Undefined: there are none,
 * or their first question differs from `first`. It reads only the latest state; earlier ones may be deleted.
 */
export async function findTakenSteps(
  { task, attempt, worker }: Pipeline,
  first: StepValues,
): Promise<Cursor | undefined> {
  const { history, journal, recording } = attempt.run;
  const { pipelines } = history;
  const isHeld = recording?.isHeld?.(attempt.path) === true;
  const isAnew = isAlwaysAsked(task) || attempt.run.plan.reuse?.mode === 'never';
  const isFollowed = isHeld || (recording?.isSameWorkflow === true && !isAnew);
  const passed = isFollowed ? await recording?.passedSteps?.(attempt.path) : undefined;
  if (pipelines.size === 0 && passed === undefined) return undefined;
  const own = Array.from({ length: attempt.number }, (_, index) => pipelines.get(attempt.pathIn(index + 1)));
  const cursors = [passed, ...own];
  const start = cursors.findLastIndex((cursor) => cursor?.from === 0);
  let latest = cursors[start];
  if (latest === undefined) return undefined;
  if (!isHeld && latest.hash !== worker.hashOf(worker.question(first))) return undefined;
  for (const cursor of cursors.slice(start + 1))
    if (cursor !== undefined && isContinuation(latest, cursor)) latest = cursor;
  const state =
    latest === passed ? await readPassedState(attempt, passed) : await journal.read(readResult(latest.record));
  if (state === undefined) return undefined;
  // Earlier attempts have counted their usage already.
  const counted = [start === 0 ? passed : undefined, latest === cursors.at(-1) ? latest : undefined];
  for (const cursor of new Set(counted)) {
    attempt.meter.add(cursor?.usage ?? null);
    attempt.meter.add(cursor === undefined ? null : sumStepUsage(cursor.record.data));
  }
  followAnswer(task, attempt, latest.record.model);
  return { i: latest.i + 1, state };
}

/** The latest state of the recorded run; undefined: that is missing too. */
async function readPassedState({ run }: Attempt, { record }: PipelineCursor): Promise<string | undefined> {
  const { text, length, ref } = readResult(record);
  return length <= text.length || ref === undefined ? text : run.recording?.read(ref);
}

function isContinuation(before: PipelineCursor, { from, i }: PipelineCursor): boolean {
  return from <= before.i + 1 && i > before.i;
}
