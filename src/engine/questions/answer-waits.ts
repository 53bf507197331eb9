import { cancelled } from '@/base/cancelled';
import type { Slots } from '../effects/slots';
import type { EventLog } from '../log/event-log';
import type { Clock } from '../ports/machine';

/** How often, in ms, it looks whether anything goes on, and how many times in a row nothing must. */
const lookMs = 50;
const looks = 3;

interface AnswerWaitsOptions {
  readonly slots: Pick<Slots, 'isIdle'>;
  readonly log: Pick<EventLog, 'lastSeq' | 'flush'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called once: all that is left of the run waits for a person who is not there. */
  readonly onAllWait: () => void;
}

/**
 * Waits of tasks for a person who is not there, as on a command line without a terminal. The rest of the run goes on;
 * when nothing else can, the run rests until somebody answers.
 */
export class AnswerWaits {
  readonly #options: AnswerWaitsOptions;
  #isLooking = false;
  #pauses = 0;

  constructor(options: AnswerWaitsOptions) {
    this.#options = options;
  }

  /** Waits until the run rests. Rejects with `CANCELLED` then. */
  wait(signal: AbortSignal): Promise<never> {
    if (!this.#isLooking) {
      this.#isLooking = true;
      // It fails only if the storage is broken, which the run reports by itself.
      this.#look().catch(() => undefined);
    }
    return new Promise((_, reject) => {
      const stop = () => reject(cancelled('The run'));
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }

  /** Waits for something after which a task goes on by itself, such as the time of its next attempt. */
  async during<T>(pause: Promise<T>): Promise<T> {
    this.#pauses += 1;
    try {
      return await pause;
    } finally {
      this.#pauses -= 1;
    }
  }

  async #look(): Promise<void> {
    const { slots, log, clock, signal, onAllWait } = this.#options;
    let seen = log.lastSeq;
    for (let calm = 0; calm < looks; ) {
      await clock.sleep(lookMs, signal);
      await log.flush();
      calm = slots.isIdle && this.#pauses === 0 && log.lastSeq === seen ? calm + 1 : 0;
      seen = log.lastSeq;
    }
    onAllWait();
  }
}
