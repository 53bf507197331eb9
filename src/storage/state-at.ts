import type { EventStore } from '@/engine/ports/event-store';
import type { RunSnapshotStore } from '@/engine/ports/run-snapshot-store';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import { readRunState } from '@/run/state-json';

/** Events that are read and folded at once. */
const page = 1000;

interface Sources {
  readonly events: Pick<EventStore, 'read'>;
  readonly checkpoints: Pick<RunSnapshotStore, 'load'>;
}

interface StateOptions {
  readonly known?: RunState | undefined;
  readonly follow?: (state: RunState, last: RunEvent) => Promise<void> | undefined;
}

/**
 * The state of a run after an event (default: the last), from the newest readable snapshot before it and the events
 * since. Memory does not grow with the log. `known`: a state of the run to start from if it is newer than the snapshot.
 * `follow` is called after each page with the state and its last event, and awaited, so that other work can run.
 */
export async function readStateAt(
  { events, checkpoints }: Sources,
  executionId: string,
  seq = Number.POSITIVE_INFINITY,
  { known = emptyRun, follow = () => undefined }: StateOptions = {},
): Promise<RunState> {
  const snapshot = await findSnapshotBefore(checkpoints, executionId, seq);
  let state = snapshot !== undefined && snapshot.seq >= known.seq ? snapshot : known;
  while (state.seq < seq) {
    const batch = await events.read(executionId, state.seq + 1, Math.min(page, seq - state.seq));
    const last = batch.at(-1);
    if (last === undefined) break;
    state = reduceRun(state, batch);
    await follow(state, last);
  }
  return state;
}

/** The newest snapshot that can be read: damaged ones, and those of another version, are skipped. */
async function findSnapshotBefore(
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
