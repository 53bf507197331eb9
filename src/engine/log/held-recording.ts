import { type JournalPath, parsePathSteps } from '@/run/journal-path';
import type { Recording } from './recording';

/**
 * A recording of which everything is taken, whatever it was asked with: for a fork of a changed workflow in which the
 * change holds only for what comes after. `holds`: of which effects and tasks this is so; the others are taken where
 * they were asked with the same. Left out: of all.
 */
export function createHeldRecording(
  recording: Recording,
  holds: (path: JournalPath) => boolean = () => true,
): Recording {
  // Any effect, if it was recorded; a task if it had completed.
  const isHeld = (path: JournalPath) =>
    holds(path) && (parsePathSteps(path).at(-1)?.kind !== 'task' || recording.completed(path) !== undefined);
  return {
    ...recording,
    performsMissing: true,
    isHeld,
    step: (key, hash) => (isHeld(key) ? recording.step(key) : recording.step(key, hash)),
  };
}
