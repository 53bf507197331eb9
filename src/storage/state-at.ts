import type { CheckpointStore, EventStore } from '@/engine/ports';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import { readRunState } from '@/run/state-json';

/** Events that are folded at once. */
const page = 1000;

interface Sources {
  readonly events: Pick<EventStore, 'read'>;
  readonly checkpoints: Pick<CheckpointStore, 'load'>;
}

/**
 * The state of a run as of an event (default: the last): out of the newest sound snapshot before it, and the events since, in memory that
 * does not grow with its log. `breathe` is waited for after each page, so that other work is let through.
 */
export async function stateAt(
  { events, checkpoints }: Sources,
  executionId: string,
  seq = Number.POSITIVE_INFINITY,
  breathe: () => Promise<void> | undefined = () => undefined,
): Promise<RunState> {
  let state = (await snapshotBefore(checkpoints, executionId, seq)) ?? emptyRun;
  while (state.seq < seq) {
    const batch = await events.read(executionId, state.seq + 1, Math.min(page, seq - state.seq));
    if (batch.length === 0) break;
    state = reduceRun(state, batch);
    await breathe();
  }
  return state;
}

/** The newest snapshot that can be read: one of another version is passed over, as one that is damaged. */
async function snapshotBefore(
  checkpoints: Sources['checkpoints'],
  executionId: string,
  seq: number,
): Promise<RunState | undefined> {
  for (let upTo = seq; upTo > 0; ) {
    const { found } = await checkpoints.load(executionId, 'view', Number.isFinite(upTo) ? upTo : undefined);
    if (found === undefined) return undefined;
    const state = readRunState(found.json);
    if (state?.seq === found.seq) return state;
    upTo = found.seq - 1;
  }
  return undefined;
}
