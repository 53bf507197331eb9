import type { PlannedTask } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import type { Whole } from '@/workflow/expressions/environment';
import type { RunContext } from '../attempt';
import type { Outcome } from '../outcome';

/** Where the whole of a task's content is stored, if the content is a view or the bytes are not text. */
export function findWholeContent(
  { truncated, binary, stored }: Capture,
  { outputSchema }: PlannedTask,
): Whole | undefined {
  return (truncated || binary) && stored !== undefined
    ? { ref: stored.ref, fenced: outputSchema !== undefined }
    : undefined;
}

/**
 * The text of a stored whole. As the content of a script it has no last line break (a decision: a view does not show
 * whether there was one). Error: `DAMAGED_RECORD` if it is missing.
 */
export async function readWhole(ref: string, { journal }: Pick<RunContext, 'journal'>): Promise<string> {
  // A text shorter than `length` makes the journal read the rest from the blob.
  const text = await journal.read({ text: '', length: 1, ref });
  return text.replace(/\r?\n$/, '');
}

/** The whole content of an outcome, as its own expressions see it. */
export async function readWholeContent(
  { content, capture }: Pick<Outcome, 'content' | 'capture'>,
  run: Pick<RunContext, 'journal'>,
): Promise<string> {
  return capture?.truncated && capture.stored !== undefined ? readWhole(capture.stored.ref, run) : content;
}
