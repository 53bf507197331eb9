import type { JournalPath } from '@/run/journal-path';
import type { Recording } from './recording';

/** A recording from which nothing is taken for some paths: a person wants it done anew there. */
export function createAnewRecording(recording: Recording, isAnew: (path: JournalPath) => boolean): Recording {
  const takes = (path: JournalPath) => !isAnew(path) || recording.isHeld?.(path) === true;
  return {
    ...recording,
    step: async (key, hash) => (takes(key) ? recording.step(key, hash) : undefined),
    has: async (key) => takes(key) && recording.has(key),
    unanswered: async (base, attempt) => (takes(base) ? recording.unanswered?.(base, attempt) : undefined),
    triesOf: async (attempt, i) => (takes(attempt) ? ((await recording.triesOf?.(attempt, i)) ?? []) : []),
    passedSteps: async (attempt) => (takes(attempt) ? recording.passedSteps?.(attempt) : undefined),
  };
}
