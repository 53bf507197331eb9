import type { EventStore } from '@/engine/ports/event-store';
import type { RunEvent } from '@/run/events';
import type { RunState } from '@/run/run-state';

/** The state of a run after one event of its log, with that event. */
interface Keyframe {
  readonly executionId: string;
  readonly state: RunState;
  readonly event: RunEvent;
}

/** Events between two keyframes of a run: at most this many are folded for a short step back. */
const minDistance = 20_000;
/** The most states kept in memory. A state holds the newest entries of each task path: some megabytes. */
const maxFrames = 12;

/**
 * States of runs that a person looked back at, so that a step back need not fold the whole log. The most recently used
 * comes last.
 */
export class Keyframes {
  #frames: readonly Keyframe[] = [];
  readonly #events: Pick<EventStore, 'read'>;

  constructor(events: Pick<EventStore, 'read'>) {
    this.#events = events;
  }

  /**
   * The newest kept state at or before an event. Undefined if its event is no longer in the log, which is cut after
   * damage.
   */
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

  /** Stores a state, unless one is stored shortly before it. */
  keep(executionId: string, state: RunState, event: RunEvent): void {
    const isNear = this.#frames.some(
      (frame) =>
        frame.executionId === executionId && frame.state.seq <= state.seq && state.seq - frame.state.seq < minDistance,
    );
    if (state.seq < minDistance || isNear) return;
    this.#frames = [...this.#frames, { executionId, state, event }].slice(-maxFrames);
  }
}
