import { layered } from '@/engine/log/layered-recording';
import { partialRecording } from '@/engine/log/partial-recording';
import { openForFork, type Recording } from '@/engine/log/recording';
import type { Execution } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import { sourcesOf } from './sources-of';

/**
 * The recording a run reuses that is a fork, or runs a part of a workflow: that of its source run, up to the fork
 * point, and of the run that this one was forked from. Undefined for another run, or a fork whose source was removed.
 */
export async function recordingOfFork(
  stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>,
  run: Pick<Execution, 'forkedFrom' | 'plan'>,
): Promise<Recording | undefined> {
  const sources = await sourcesOf(stores, run);
  const recordings = await Promise.all(sources.map((source) => recordingOf(stores, source)));
  const { part } = run.plan;
  if (part === undefined) return layered(recordings);
  return partialRecording(
    recordings.map((recording) => ({ id: recording.executionId ?? '', recording })),
    part,
  );
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
