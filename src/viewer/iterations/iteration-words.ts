import type { IterationLog } from '@/run/iteration-log';
import { startOf } from '@/run/start-of';

/** How an iteration ended: well, with another exit code than 0, or without one. */
export type ExitTone = 'ok' | 'failed' | 'odd';

/** Which of the three an exit code is. */
export function exitTone(exitCode: number): ExitTone {
  if (exitCode === 0) return 'ok';
  return exitCode < 0 ? 'odd' : 'failed';
}

/** How an iteration ended, in words: `exit 0`, `exit 2`, `timed out`. */
export function exitWords({ exitCode, error }: Pick<IterationLog, 'exitCode' | 'error'>): string {
  if (exitCode >= 0) return `exit ${exitCode}`;
  if (error?.details?.['reason'] === 'timeout') return 'timed out';
  return error === undefined ? `exit ${exitCode}` : 'could not run';
}

/** What an iteration is called at its place. */
export function iterationName({ of, n }: Pick<IterationLog, 'of' | 'n'>): string {
  return `${of === 'retry' ? 'Attempt' : 'Iteration'} ${n.toLocaleString('en')}`;
}

/**
 * The first line of a script or a prompt; undefined where there is none, or where it tells nothing: what is told of
 * earlier outputs.
 */
export function commandLine(command: string): string | undefined {
  const [line = ''] = command.trim().split('\n', 1);
  return line === '' || /^=== .* ===$/.test(line) ? undefined : line;
}

/** Characters of an output that are shown of an iteration that is not opened (seed 003). */
const previewLength = 200;

/** The start of an output, no character cut in two; empty if there is none. */
export function previewOf({ stdout }: Pick<IterationLog, 'stdout'>): string {
  const shown = startOf(stdout.text, previewLength).trimEnd();
  return shown !== '' && stdout.length > previewLength ? `${shown}…` : shown;
}

/** How many files it made, changed or removed, in words. */
export function filesWords(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}
