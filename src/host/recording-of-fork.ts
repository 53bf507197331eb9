import { openForFork, type Recording } from '@/engine/log/recording';
import type { Execution } from '@/run/runner';
import type { RunStores } from '@/storage/stores';

/**
 * The recording a fork reuses: that of its source run, up to the fork point. Undefined for a run that is no fork, or if
 * the source was removed.
 */
export async function recordingOfFork(
  { executions, events, blobs }: Pick<RunStores, 'executions' | 'events' | 'blobs'>,
  { forkedFrom }: Pick<Execution, 'forkedFrom'>,
): Promise<Recording | undefined> {
  if (forkedFrom === undefined) return undefined;
  const { executionId, seq } = forkedFrom;
  if ((await executions.get(executionId)) === undefined) return undefined;
  return openForFork(
    {
      executionId,
      find: (query) => events.find(executionId, query),
      blob: (ref) => blobs.get(executionId, ref),
      pages: (ref) => blobs.stream(executionId, ref),
    },
    seq,
  );
}
