import { layered } from '@/engine/log/layered-recording';
import { openForFork, type Recording } from '@/engine/log/recording';
import type { Execution } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import { sourcesOf } from './sources-of';

/**
 * The recording a fork reuses: that of its source run, up to the fork point, and of the run that this one was forked
 * from. Undefined for a run that is no fork, or if the source was removed.
 */
export async function recordingOfFork(
  stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>,
  run: Pick<Execution, 'forkedFrom'>,
): Promise<Recording | undefined> {
  const sources = await sourcesOf(stores, run);
  return layered(await Promise.all(sources.map((source) => recordingOf(stores, source))));
}

function recordingOf(
  { events, blobs }: Pick<RunStores, 'events' | 'blobs'>,
  { executionId, seq }: NonNullable<Execution['forkedFrom']>,
): Promise<Recording> {
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
