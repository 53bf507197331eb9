import { AppError } from '@/base/errors';
import { maxPartBytes, type Runner } from '@/run/runner';

/**
 * A whole payload as a blob, for a person to save; undefined if there is none. It is read in parts, which the browser
 * may store on disk: neither the engine nor the page holds all of it in memory. Errors: `DAMAGED_RECORD`, `CANCELLED`
 * on abort.
 */
export async function readPayloadBlob(
  runner: Pick<Runner, 'readBlobPart'>,
  executionId: string,
  ref: string,
  signal?: AbortSignal,
): Promise<Blob | undefined> {
  let blob = new Blob([]);
  for (;;) {
    if (signal?.aborted) throw new AppError('CANCELLED', 'Stopped.');
    const part = await runner.readBlobPart(executionId, ref, blob.size, maxPartBytes);
    if (part === undefined) return undefined;
    if (part.bytes.length > 0) blob = new Blob([blob, part.bytes]);
    if (blob.size >= part.total || part.bytes.length === 0) return blob;
  }
}
