import type { BlobStore } from '@/engine/ports/blob-store';
import type { PayloadPart } from '@/run/runner';

/**
 * The bytes [from, from + bytes) of a payload, fewer at its end; undefined if there is no payload. Reads no more pages
 * than it needs.
 */
export async function readPayloadPart(
  blobs: BlobStore,
  executionId: string,
  ref: string,
  from: number,
  bytes: number,
): Promise<PayloadPart | undefined> {
  const total = await blobs.size(executionId, ref);
  if (total === undefined) return undefined;
  const part = new Uint8Array(Math.max(0, Math.min(bytes, total - from)));
  if (part.length === 0) return { bytes: part, total };
  const pages = await blobs.stream(executionId, ref, from);
  if (pages === undefined) return undefined;
  let filled = 0;
  for await (const page of pages) {
    part.set(page.subarray(0, part.length - filled), filled);
    filled = Math.min(part.length, filled + page.length);
    if (filled === part.length) break;
  }
  return { bytes: part.subarray(0, filled), total };
}
