import { cutToStart } from '@/base/start-of';
import type { IterationLog } from '@/run/iteration-log';

/** How an iteration ended: with exit code 0, with another one, or without one. */
export type ExitTone = 'ok' | 'failed' | 'odd';

/** The tone of an exit code. */
export function findExitTone(exitCode: number): ExitTone {
  if (exitCode === 0) return 'ok';
  return exitCode < 0 ? 'odd' : 'failed';
}

type Ended = Pick<IterationLog, 'exitCode' | 'error' | 'decidedBy' | 'notes'>;

/** How an iteration ended: `accepted` or `sent back` by a verdict, `done`, of a script `exit 2`, `timed out`. */
export function formatExit({ exitCode, error, decidedBy, notes }: Ended): string {
  const isByScript = decidedBy === undefined || decidedBy.type === 'script';
  if (exitCode > 0 && error === undefined && !isByScript) return 'sent back';
  if (exitCode === 0 && typeof notes?.['success'] === 'boolean') return notes['success'] ? 'accepted' : 'sent back';
  if (exitCode === 0 && !isByScript) return 'done';
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

/**
 * The start of an output, without cutting a character in two; empty if there is none. Of a verdict it is what was said
 * of the draft.
 */
export function formatPreview({ stdout, notes }: Pick<IterationLog, 'stdout' | 'notes'>): string {
  const feedback = notes?.['feedback'];
  const { text, length } = typeof feedback === 'string' ? { text: feedback, length: feedback.length } : stdout;
  const shown = cutToStart(text, previewLength).trimEnd();
  return shown !== '' && length > previewLength ? `${shown}…` : shown;
}

/** The number of files that it made, changed or removed, in words. */
export function formatFileCount(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}
