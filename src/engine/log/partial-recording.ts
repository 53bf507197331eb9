import type { PlannedPart } from '@/plan/partial/run-targets';
import type { JournalPath } from '@/run/journal-path';
import { rootOf } from '@/workflow/task-path';
import { isAsked } from '../tasks/chosen-part';
import { layered, withTaken } from './layered-recording';
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
export function partialRecording(newestFirst: readonly RecordedRun[], part: PlannedPart): Recording {
  const all = layered(newestFirst.map(({ recording }) => recording)) ?? emptyRecording;
  const begin = newestFirst.findIndex(({ id }) => id === part.from);
  const since = newestFirst.slice(0, begin < 0 ? newestFirst.length : begin);
  const own = layered(since.map(({ recording }) => recording)) ?? emptyRecording;
  const byRun = new Map(newestFirst.map(({ id, recording }) => [id, recording]));

  const heldIn = (key: JournalPath): string | undefined =>
    isAsked(part, key) ? undefined : part.held[rootOf(key.slice('task/'.length))];
  const sourceOf = (key: JournalPath): Recording => {
    if (isAsked(part, key)) return own;
    const held = heldIn(key);
    return held === undefined ? all : (byRun.get(held) ?? emptyRecording);
  };
  return {
    ...all,
    isHeld: (key) => heldIn(key) !== undefined,
    step: async (key, hash) => {
      const run = heldIn(key);
      if (run === undefined) return sourceOf(key).step(key, hash);
      const event = await sourceOf(key).step(key);
      return event && withTaken(event, { executionId: run });
    },
    has: (key) => sourceOf(key).has(key),
    completed: (path) => (sourceOf(path).completed(path) === undefined ? undefined : all.completed(path)),
    choices: (task) => sourceOf(task).choices(task),
    triesOf: async (attempt, i) => (await sourceOf(attempt).triesOf?.(attempt, i)) ?? [],
    unanswered: async (base, attempt) => {
      const event = await sourceOf(base).unanswered?.(base, attempt);
      return event && withTaken(event, { executionId: heldIn(base) });
    },
  };
}
