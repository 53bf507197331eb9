import { openRecording, type Recording } from '@/engine/log/recording';
import type { Execution } from '@/run/runner';
import type { Stores } from '@/storage/stores';

/** The run that a fork takes from, as far as it does; undefined for a run that is none, or if that run was removed. */
export async function recordingOfFork(
  { executions, events, blobs }: Stores,
  { forkedFrom }: Execution,
): Promise<Recording | undefined> {
  if (forkedFrom === undefined) return undefined;
  const { executionId, seq } = forkedFrom;
  if ((await executions.get(executionId)) === undefined) return undefined;
  const find = (query: Parameters<typeof events.find>[1]) => events.find(executionId, query);
  const pages = (ref: string) => blobs.stream(executionId, ref);
  return openRecording({ find, pages, blob: (ref) => blobs.get(executionId, ref) }, seq);
}
