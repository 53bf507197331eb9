import type { PlannedPart } from '@/plan/partial/run-targets';
import type { JournalPath } from '@/run/journal-path';
import { getRootPath } from '@/workflow/task-path';
import { isAsked } from '../tasks/chosen-part';
import { addTakenFrom, layerRecordings } from './layered-recording';
import { emptyRecording, type Recording } from './recording';

/** An earlier run that results are taken from. */
export interface RecordedRun {
  readonly id: string;
  readonly recording: Recording;
}

/**
 * The recording for a run of a part of a workflow. What is held comes from the run that has it, whatever its inputs are
 * now; what is to be asked comes only from runs that were forked from this one. `newestFirst`: the runs to take from.
 */
export function createPartialRecording(newestFirst: readonly RecordedRun[], part: PlannedPart): Recording {
  const all = layerRecordings(newestFirst.map(({ recording }) => recording)) ?? emptyRecording;
  const begin = newestFirst.findIndex(({ id }) => id === part.from);
  const since = newestFirst.slice(0, begin < 0 ? newestFirst.length : begin);
  const own = layerRecordings(since.map(({ recording }) => recording)) ?? emptyRecording;
  const byRun = new Map(newestFirst.map(({ id, recording }) => [id, recording]));

  const heldIn = (key: JournalPath): string | undefined =>
    isAsked(part, key) ? undefined : part.held[getRootPath(key.slice('task/'.length))];
  const findSource = (key: JournalPath): Recording => {
    if (isAsked(part, key)) return own;
    const held = heldIn(key);
    return held === undefined ? all : (byRun.get(held) ?? emptyRecording);
  };
  return {
    ...all,
    isHeld: (key) => heldIn(key) !== undefined,
    step: async (key, hash) => {
      const run = heldIn(key);
      if (run === undefined) return findSource(key).step(key, hash);
      const event = await findSource(key).step(key);
      return event && addTakenFrom(event, { executionId: run });
    },
    has: (key) => findSource(key).has(key),
    completed: (path) => (findSource(path).completed(path) === undefined ? undefined : all.completed(path)),
    choices: (task) => findSource(task).choices(task),
    triesOf: async (attempt, i) => (await findSource(attempt).triesOf?.(attempt, i)) ?? [],
    passedSteps: async (attempt) => findSource(attempt).passedSteps?.(attempt),
    unanswered: async (base, attempt) => {
      const event = await findSource(base).unanswered?.(base, attempt);
      return event && addTakenFrom(event, { executionId: heldIn(base) });
    },
  };
}
