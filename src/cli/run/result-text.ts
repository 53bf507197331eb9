import type { BlobStore } from '@/engine/ports/blob-store';
import type { Plan, PlannedTask } from '@/plan/plan';
import type { Payload, RunState } from '@/run/run-state';
import { payloadText } from './payload-text';

/**
 * The result of a run: the content of its primary artifact, that of the last task that has one. Otherwise, the result
 * of the last task, in the author's order, that no other depends on; if that one did not complete, of the last that
 * did. Undefined if none did.
 */
export async function resultText(
  { tasks }: Plan,
  state: RunState,
  executionId: string,
  blobs: BlobStore,
): Promise<string | undefined> {
  const needed = new Set(tasks.flatMap(({ needs }) => needs));
  const artifact = tasks.findLast(({ output }) => output !== undefined);
  const last = tasks.findLast(({ index }) => !needed.has(index));
  const contentOf = (task: PlannedTask | undefined): Payload | undefined => {
    const run = task && state.tasks.get(task.id);
    return run?.status === 'ok' ? run.result : undefined;
  };
  const found = contentOf(artifact) ?? contentOf(last) ?? contentOf(tasks.findLast((task) => contentOf(task)));
  return found && payloadText(found, executionId, blobs);
}
