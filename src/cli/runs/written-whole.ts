import type { JsonObject } from '@/base/json';
import type { BlobStore } from '@/engine/ports/blob-store';
import { type IterationLog, writtenIteration } from '@/run/iteration-log';

/** An iteration in the form of seed 003, with its whole output unless that is very long. */
export function writtenWhole(log: IterationLog, executionId: string, blobs: BlobStore): Promise<JsonObject> {
  return writtenIteration(log, {
    size: (ref) => blobs.size(executionId, ref),
    read: (ref) => blobs.get(executionId, ref),
  });
}
