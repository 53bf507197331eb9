import type { EventStore } from '@/engine/ports';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';

/** Events that are folded at once. */
const page = 1000;

/**
 * The state of a run as of an event (default: the last), in memory that does not grow with its log. `breathe` is waited for after each
 * page, so that other work is let through.
 */
export async function stateAt(
  { events }: { readonly events: Pick<EventStore, 'read'> },
  executionId: string,
  seq = Number.POSITIVE_INFINITY,
  breathe: () => Promise<void> | undefined = () => undefined,
): Promise<RunState> {
  let state: RunState = emptyRun;
  while (state.seq < seq) {
    const batch = await events.read(executionId, state.seq + 1, Math.min(page, seq - state.seq));
    if (batch.length === 0) break;
    state = reduceRun(state, batch);
    await breathe();
  }
  return state;
}
