import { AppError } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import type { RunStores } from '@/storage/stores';
import { listRefs } from '@/storage/transfer/refs-of';
import type { ServerClient } from './server-client';

interface PayloadWorld {
  readonly stores: Pick<RunStores, 'blobs'>;
  readonly client: () => ServerClient;
}

const isHash = (ref: string) => /^[0-9a-f]{64}$/.test(ref);

/** Fetches the payloads that events name and that are not here. One that the server no longer has is left out. */
export async function keepPayloads(
  { stores: { blobs }, client }: PayloadWorld,
  executionId: string,
  events: readonly RunEvent[],
  signal: AbortSignal,
): Promise<void> {
  for (const ref of new Set(events.flatMap(listRefs).filter(isHash))) {
    if ((await blobs.size(executionId, ref)) !== undefined) continue;
    const pages = await client().pages(`/runs/${executionId}/payloads/${ref}`, signal);
    if (pages === undefined) continue;
    const writer = blobs.open(executionId, { maxBytes: Number.MAX_SAFE_INTEGER, compress: true });
    try {
      const reader = pages.getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) await writer.write(piece.value);
    } catch (error) {
      await writer.abort();
      throw error;
    }
    const { hash } = await writer.close();
    if (hash === ref) continue;
    await blobs.remove(executionId, hash);
    throw new AppError('PROVIDER_ERROR', 'A text of the run did not arrive as it is.', { retryable: true });
  }
}
