import { AppError } from '@/base/errors';
import type { BlobStore } from '../ports/blob-store';

/** Opens the bytes of a file that a run attaches. Error `DAMAGED_RECORD` if it is missing. */
export async function openAttached(
  blobs: Pick<BlobStore, 'stream'>,
  executionId: string,
  ref: string,
): Promise<AsyncIterable<Uint8Array>> {
  const bytes = await blobs.stream(executionId, ref);
  if (bytes !== undefined) return bytes;
  throw new AppError('DAMAGED_RECORD', 'A file that this run attaches is missing from the storage.', {
    advice: 'Start a new run.',
    details: { ref },
  });
}
