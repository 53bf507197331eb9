import type { PlannedTask } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import type { Whole } from '@/workflow/expressions/environment';
import type { RunContext } from '../attempt';
import type { Outcome } from '../outcome';

/** Where the whole of a task's content is, if the content is a view, or the bytes are no text. */
export function wholeContentOf(
  { truncated, binary, stored }: Capture,
  { outputSchema }: PlannedTask,
): Whole | undefined {
  return (truncated || binary) && stored !== undefined
    ? { ref: stored.ref, fenced: outputSchema !== undefined }
    : undefined;
}

/**
 * The text of a whole. As the content of a script it is without its last line break (decided: a view has none to tell
 * whether it was there). Error: `DAMAGED_RECORD` if it is gone.
 */
export async function readWhole(ref: string, { journal }: Pick<RunContext, 'journal'>): Promise<string> {
  // That the start at hand is shorter than the payload says that the rest is in the blob.
  const text = await journal.read({ text: '', length: 1, ref });
  return text.replace(/\r?\n$/, '');
}

/** The whole content of an outcome: what expressions see as its own. */
export async function wholeContent(
  { content, capture }: Pick<Outcome, 'content' | 'capture'>,
  run: Pick<RunContext, 'journal'>,
): Promise<string> {
  return capture?.truncated && capture.stored !== undefined ? readWhole(capture.stored.ref, run) : content;
}
