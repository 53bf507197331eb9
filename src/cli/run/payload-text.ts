import type { BlobStore } from '@/engine/ports/blob-store';
import type { Payload } from '@/run/run-state';

/** The whole text of a payload; undefined if its blob no longer exists. */
export async function payloadText(
  { text, length, ref }: Payload,
  executionId: string,
  blobs: BlobStore,
): Promise<string | undefined> {
  return ref === undefined || length <= text.length ? text : blobs.get(executionId, ref);
}
