import type { JsonObject } from '@/base/json';
import type { BlobStore } from '@/engine/ports/blob-store';
import { type IterationLog, writeIteration } from '@/run/iteration-log';

/** An iteration in the form of seed 003, with its whole output unless that is very long. */
export function writeWholeIteration(log: IterationLog, executionId: string, blobs: BlobStore): Promise<JsonObject> {
  return writeIteration(log, {
    size: (ref) => blobs.size(executionId, ref),
    read: (ref) => blobs.get(executionId, ref),
  });
}
