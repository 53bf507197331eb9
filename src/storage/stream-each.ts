import type { BlobStore } from '@/engine/ports/blob-store';
import type { StoredPayloads } from './stores';

/** Opens payloads one by one, for stores in which an access costs little. */
export function createEachStream(stream: BlobStore['stream']): StoredPayloads['streams'] {
  return async (executionId, hashes) => {
    const found = new Map<string, AsyncIterable<Uint8Array>>();
    for (const hash of hashes) {
      const pages = await stream(executionId, hash);
      if (pages !== undefined) found.set(hash, pages);
    }
    return found;
  };
}
