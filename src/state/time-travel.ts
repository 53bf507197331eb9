import { toFailure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import type { Runner } from '@/run/runner';
import type { RunStore } from './run-store';

/** Events that are rather folded onto what is shown than read anew from a snapshot. */
const fewEvents = 500;

/** Stores in which a state is being read: the newest wish is looked at when that is done. */
const reading = new WeakSet<RunStore>();

/**
 * Shows the run as it stood at an event; its last one, once it has ended, is the present. Of several wishes the newest
 * wins. The run itself goes on underneath. What cannot be read is told in the store, and the present is shown.
 */
export async function travelTo(store: RunStore, runner: Runner, seq: number): Promise<void> {
  const { present, executionId } = store.getState();
  if (executionId === undefined || present.seq === 0) return;
  const wanted = Math.min(Math.max(1, Math.round(seq)), present.seq);
  store.setState(({ travel }) => ({ travel: { seq: wanted, event: travel?.event } }));
  if (reading.has(store)) return;
  reading.add(store);
  try {
    await readWishes(store, runner, executionId);
  } catch (error) {
    if (store.getState().executionId === executionId) {
      endTravel(store);
      store.setState({ unread: toFailure(error) });
    }
  } finally {
    reading.delete(store);
  }
}

async function readWishes(store: RunStore, runner: Runner, executionId: string): Promise<void> {
  for (;;) {
    const { travel, run, executionId: shown } = store.getState();
    if (travel === undefined) return;
    if (shown !== executionId) {
      // Another run was chosen, and is looked back at, while this one was read.
      if (shown === undefined) return;
      return readWishes(store, runner, shown);
    }
    if (travel.event?.seq === travel.seq && run.seq === travel.seq) return;
    const { state, event } = await readAt(runner, executionId, travel.seq, run);
    if (store.getState().executionId !== executionId || store.getState().travel === undefined) continue;
    if (state === undefined) return endTravel(store);
    store.setState(({ travel: now }) => (now === undefined ? {} : { run: state, travel: { seq: now.seq, event } }));
    // The wish that was read may have become another one meanwhile; of an event that is not there nothing more comes.
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

/** Shows the run as it stands now. */
export function endTravel(store: RunStore): void {
  store.setState(({ present }) => ({ travel: undefined, run: present }));
}
