import type { Recording } from './recording';

/**
 * Several earlier runs as one recording: the newest, the run that it was forked from, and so on. An effect is taken
 * from the newest run that has it with the same inputs, so a fork that was stopped early hides nothing of the runs
 * before it. Undefined if there is none.
 */
export function layered(newestFirst: readonly Recording[]): Recording | undefined {
  const [newest, ...others] = newestFirst;
  if (newest === undefined || others.length === 0) return newest;
  /** What the events of each run are numbered from, so that those of an older run come before those of a newer one. */
  const offsets = newestFirst.map((_, index) => sumOf(newestFirst.slice(index + 1)));
  return {
    lastSeq: sumOf(newestFirst),
    step: async (key, hash) => {
      for (const recording of newestFirst) {
        const event = await recording.step(key, hash);
        if (event === undefined || (hash !== undefined && event.hash !== hash)) continue;
        const { executionId } = recording;
        return { taken: { seq: event.seq, ...(executionId && { run: executionId }) }, ...event };
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
    choices: (task) => newestFirst.flatMap((recording) => recording.choices(task)),
    wentUnanswered: (base, attempt) => newest.wentUnanswered?.(base, attempt) === true,
    read: (ref) => firstOf(newestFirst, (recording) => recording.read(ref)),
    pages: (ref) => firstOf(newestFirst, (recording) => recording.pages(ref)),
  };
}

function sumOf(recordings: readonly Recording[]): number {
  return recordings.reduce((sum, { lastSeq }) => sum + lastSeq, 0);
}

async function firstOf<T>(
  recordings: readonly Recording[],
  read: (recording: Recording) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const recording of recordings) {
    const found = await read(recording);
    if (found !== undefined) return found;
  }
  return undefined;
}
