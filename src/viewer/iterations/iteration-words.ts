import { cutToStart } from '@/base/start-of';
import type { IterationLog } from '@/run/iteration-log';

/** How an iteration ended: with exit code 0, with another one, or without one. */
export type ExitTone = 'ok' | 'failed' | 'odd';

/** The tone of an exit code. */
export function exitTone(exitCode: number): ExitTone {
  if (exitCode === 0) return 'ok';
  return exitCode < 0 ? 'odd' : 'failed';
}

type Ended = Pick<IterationLog, 'exitCode' | 'error' | 'decidedBy'>;

/** How an iteration ended, in words: `exit 0`, `exit 2`, `timed out`, `sent back` by a verdict. */
export function exitWords({ exitCode, error, decidedBy }: Ended): string {
  if (exitCode > 0 && error === undefined && decidedBy !== undefined && decidedBy.type !== 'script') return 'sent back';
  if (exitCode >= 0) return `exit ${exitCode}`;
  if (error?.details?.['reason'] === 'timeout') return 'timed out';
  return error === undefined ? `exit ${exitCode}` : 'could not run';
}

/** The name of an iteration within its task. */
export function formatIterationName({ of, n, step }: Pick<IterationLog, 'of' | 'n' | 'step'>): string {
  if (of === 'step') return `Step ${((step ?? 0) + 1).toLocaleString('en')}, try ${n}`;
  return `${of === 'retry' ? 'Attempt' : 'Iteration'} ${n.toLocaleString('en')}`;
}

/**
 * The first line of a script or a prompt. Undefined if there is none, or if it is only the heading of the context
 * block.
 */
export function findCommandLine(command: string): string | undefined {
  const [line = ''] = command.trim().split('\n', 1);
  return line === '' || /^=== .* ===$/.test(line) ? undefined : line;
}

/** Characters shown of the output of a folded iteration (seed 003). */
const previewLength = 200;

/** The start of an output, without cutting a character in two; empty if there is none. */
export function cutPreview({ stdout }: Pick<IterationLog, 'stdout'>): string {
  const shown = cutToStart(stdout.text, previewLength).trimEnd();
  return shown !== '' && stdout.length > previewLength ? `${shown}…` : shown;
}

/** The number of files that it made, changed or removed, in words. */
export function formatFileCount(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}
