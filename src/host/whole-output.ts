import type { BlobStore } from '@/engine/ports/blob-store';
import type { Capture, Payload } from '@/run/event-data';

/** An output as a run has it: its text in the log, which may be a shortened view, and where the whole is stored. */
export interface RecordedOutput {
  readonly payload: Payload;
  readonly capture: Capture | undefined;
}

/** The bytes of a whole output, as far as it is stored; undefined if its blob no longer exists. */
export async function readWholeOutput(
  blobs: BlobStore,
  executionId: string,
  { payload: { text, length, ref }, capture }: RecordedOutput,
): Promise<AsyncIterable<Uint8Array> | undefined> {
  const whole = capture?.stored?.ref ?? (length > text.length ? ref : undefined);
  return whole === undefined ? createTextPage(text) : blobs.stream(executionId, whole);
}

/** A text as the one page of an output. */
export async function* createTextPage(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
