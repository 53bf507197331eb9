import { stepsOf } from '@/run/journal-path';
import type { Recording } from './recording';

/**
 * A recording of which everything is taken, whatever it was asked with: for a fork of a changed workflow in which the
 * change holds only for what comes after.
 */
export function heldRecording(recording: Recording): Recording {
  return {
    ...recording,
    performsMissing: true,
    // Any effect, if it was recorded; a task if it had completed.
    isHeld: (path) => stepsOf(path).at(-1)?.kind !== 'task' || recording.completed(path) !== undefined,
    step: (key) => recording.step(key),
  };
}
