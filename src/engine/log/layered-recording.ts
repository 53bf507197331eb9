import type { RunEvent } from '@/run/events';
import { appendStep } from '@/run/journal-path';
import { findOrigin, type Recording } from './recording';

/**
 * Several earlier runs as one recording: the newest, the run that it was forked from, and so on. An effect is taken
 * from the newest run that has it with the same inputs, so a fork that was stopped early hides nothing of the runs
 * before it. Undefined if there is none.
 */
export function layerRecordings(newestFirst: readonly Recording[]): Recording | undefined {
  const [newest, ...others] = newestFirst;
  if (newest === undefined || others.length === 0) return newest;
  /** What the events of each run are numbered from, so that those of an older run come before those of a newer one. */
  const offsets = newestFirst.map((_, index) => sumLastSeqs(newestFirst.slice(index + 1)));
  return {
    lastSeq: sumLastSeqs(newestFirst),
    step: async (key, hash) => {
      for (const recording of newestFirst) {
        const event = await recording.step(key, hash);
        if (event === undefined || (hash !== undefined && event.hash !== hash)) continue;
        return addTakenFrom(event, recording);
      }
      return undefined;
    },
    has: async (key) => {
      for (const recording of newestFirst) if (await recording.has(key)) return true;
      return false;
    },
    completed: (path) => {
      for (const [index, recording] of newestFirst.entries()) {
        const seq = recording.completed(path);
        if (seq !== undefined) return (offsets[index] ?? 0) + seq;
      }
      return undefined;
    },
    choices: (task) => {
      const last = newestFirst.findIndex((recording) => recording.completed(task) !== undefined);
      const known = last < 0 ? newestFirst : newestFirst.slice(0, last + 1);
      return known.flatMap((recording) => recording.choices(task));
    },
    unanswered: async (base, attempt) => {
      for (const recording of newestFirst) {
        const event = await recording.unanswered?.(base, attempt);
        if (event !== undefined) return addTakenFrom(event, recording);
        if (recording.hasEnded?.(base)) return undefined;
        // An attempt that was stopped may have got its first answers.
        if (await recording.has(appendStep(appendStep(base, 'attempt', attempt), 'turn', 1))) return undefined;
      }
      return undefined;
    },
    triesOf: async (attempt, i) => {
      for (const recording of newestFirst) {
        const tries = (await recording.triesOf?.(attempt, i)) ?? [];
        if (tries.length > 0) return tries.map((event) => addTakenFrom(event, recording));
      }
      return [];
    },
    hasEnded: (base) => newestFirst.some((recording) => recording.hasEnded?.(base) === true),
    output: (path) => findFirstRecorded(newestFirst, async (recording) => recording.output?.(path)),
    read: (ref) => findFirstRecorded(newestFirst, (recording) => recording.read(ref)),
    pages: (ref) => findFirstRecorded(newestFirst, (recording) => recording.pages(ref)),
  };
}

/** The event with the place from which it is taken. */
export function addTakenFrom<E extends RunEvent>(event: E, recording: Pick<Recording, 'executionId'>): E {
  return { ...event, taken: findOrigin(event, recording) };
}

function sumLastSeqs(recordings: readonly Recording[]): number {
  return recordings.reduce((sum, { lastSeq }) => sum + lastSeq, 0);
}

async function findFirstRecorded<T>(
  recordings: readonly Recording[],
  read: (recording: Recording) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const recording of recordings) {
    const found = await read(recording);
    if (found !== undefined) return found;
  }
  return undefined;
}
