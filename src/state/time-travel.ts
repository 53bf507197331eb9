import { toFailure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { addRecalled } from '@/run/projections/with-recalled';
import { reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { Runner } from '@/run/runner';
import type { RunStore } from './run-store';

/** Up to this many events, folding them onto the shown state is faster than reading a snapshot. */
const fewEvents = 500;

/** Stores for which a state is being read: the newest request is handled after that. */
const reading = new WeakSet<RunStore>();

/**
 * Shows the run as it was after an event; the last event of a finished run is the present. Of several requests the
 * newest wins. The run itself continues in the background. On an error, the present is shown, and the error is put into
 * the store.
 */
export async function travelToEvent(store: RunStore, runner: Runner, seq: number): Promise<void> {
  const { present, executionId } = store.getState();
  if (executionId === undefined || present.seq === 0) return;
  const requestedSeq = Math.min(Math.max(1, Math.round(seq)), present.seq);
  store.setState(({ travel }) => ({ travel: { seq: requestedSeq, event: travel?.event } }));
  if (reading.has(store)) return;
  reading.add(store);
  try {
    await readRequests(store, runner, executionId);
  } catch (error) {
    if (store.getState().executionId === executionId) {
      endTravel(store);
      store.setState({ unread: toFailure(error) });
    }
  } finally {
    reading.delete(store);
  }
}

async function readRequests(store: RunStore, runner: Runner, executionId: string): Promise<void> {
  for (;;) {
    const { travel, run, executionId: shown } = store.getState();
    if (travel === undefined) return;
    if (shown !== executionId) {
      // Meanwhile another run was chosen, and the person looks back at that.
      if (shown === undefined) return;
      return readRequests(store, runner, shown);
    }
    if (travel.event?.seq === travel.seq && run.seq === travel.seq) return;
    const { state, event } = await readAt(runner, executionId, travel.seq, run);
    if (store.getState().executionId !== executionId || store.getState().travel === undefined) continue;
    if (state === undefined) return endTravel(store);
    store.setState(({ travel: now }) => (now === undefined ? {} : { run: state, travel: { seq: now.seq, event } }));
    // The request may have changed while this one was read. If its event is missing, nothing further can be read.
    if (state.seq !== travel.seq || event === undefined) return;
  }
}

async function readAt(
  runner: Runner,
  executionId: string,
  seq: number,
  shown: RunState,
): Promise<{ readonly state: RunState | undefined; readonly event: RunEvent | undefined }> {
  const ahead = seq - shown.seq;
  if (shown.seq > 0 && ahead > 0 && ahead <= fewEvents) {
    const events = await runner.readEvents(executionId, shown.seq + 1, ahead);
    return { state: reduceRun(shown, events), event: events.at(-1) };
  }
  const [state, [event]] = await Promise.all([
    runner.stateAt(executionId, seq),
    runner.readEvents(executionId, seq, 1),
  ]);
  return { state, event };
}

/** Plays the events of the shown run from where the person looks back at it, or from its first. */
export function playEvents(store: RunStore, runner: Runner): void {
  if (store.getState().travel === undefined) void travelToEvent(store, runner, 1);
  store.setState({ isPlaying: true });
}

/** Shows the present state of the run. */
export function endTravel(store: RunStore): void {
  store.setState(({ present, recalled }) => ({ travel: undefined, run: addRecalled(present, recalled) }));
}
