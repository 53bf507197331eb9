import type { EventStore } from '@/engine/ports/event-store';
import type { RunEvent } from '@/run/events';
import type { RunState } from '@/run/run-state';

/** A state on the way through the log of a run, and the event that it stands at. */
interface Keyframe {
  readonly executionId: string;
  readonly state: RunState;
  readonly event: RunEvent;
}

/** Events between two keyframes of a run: what is folded at most when one looks back a little. */
const distance = 20_000;
/** A state holds the newest entries of each place: some megabytes. */
const most = 12;

/**
 * States of runs that were looked back at, so that a step back is not a way through the whole log. The one used last
 * comes last.
 */
export class Keyframes {
  #frames: readonly Keyframe[] = [];
  readonly #events: Pick<EventStore, 'read'>;

  constructor(events: Pick<EventStore, 'read'>) {
    this.#events = events;
  }

  /** The newest state of a run at or before an event, if the log still holds that. A damaged log is cut. */
  async before(executionId: string, seq: number): Promise<RunState | undefined> {
    const earlier = this.#frames.filter((frame) => frame.executionId === executionId && frame.state.seq <= seq);
    const newest = earlier.reduce<Keyframe | undefined>(
      (best, frame) => (best !== undefined && best.state.seq >= frame.state.seq ? best : frame),
      undefined,
    );
    if (newest === undefined) return undefined;
    const [event] = await this.#events.read(executionId, newest.event.seq, 1);
    if (event?.t !== newest.event.t || event.path !== newest.event.path || event.kind !== newest.event.kind) {
      this.#frames = this.#frames.filter((frame) => frame.executionId !== executionId);
      return undefined;
    }
    this.#frames = [...this.#frames.filter((frame) => frame !== newest), newest];
    return newest.state;
  }

  /** Takes in a state if none is near before it. */
  keep(executionId: string, state: RunState, event: RunEvent): void {
    const isNear = this.#frames.some(
      (frame) =>
        frame.executionId === executionId && frame.state.seq <= state.seq && state.seq - frame.state.seq < distance,
    );
    if (state.seq < distance || isNear) return;
    this.#frames = [...this.#frames, { executionId, state, event }].slice(-most);
  }
}
