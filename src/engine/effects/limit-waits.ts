import { AppError, hasReason } from '@/base/errors';
import type { WaitingCalls } from '@/run/runner';
import type { Clock } from '../ports/machine';
import type { CallFollower, LimitWait } from '../ports/model-client';
import { computeElapsedMs } from './elapsed';

/** One call, while limits of its provider hold it back. */
export interface HeldCall {
  readonly onWait: NonNullable<CallFollower['onWait']>;
  /** How long it was held back, in ms. */
  readonly waitedMs: () => number;
  /** The error of the call. If its time ran out while it was held back, the message says so. */
  readonly explain: (error: unknown) => unknown;
}

/**
 * Interval, in ms, at which waiting calls are reported again. New followers of the run see them so, and estimates
 * change.
 */
const tellMs = 1000;

/**
 * Counts the calls of a run that limits of providers hold back. Reports each change, and repeats the report every
 * second while calls wait. A wait is not an event, because it changes nothing in the run.
 */
export class LimitWaits {
  readonly #onChange: (waits: readonly WaitingCalls[]) => void;
  readonly #clock: Clock;
  readonly #held = new Map<string, Set<LimitWait>>();
  /** Ends the repeated reports; set while calls are held back. */
  #telling: AbortController | undefined;

  constructor(clock: Clock, onChange: (waits: readonly WaitingCalls[]) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Follows a call. */
  follow(): HeldCall {
    let waitedMs = 0;
    let last: { readonly wait: LimitWait; readonly since: number } | undefined;
    let isHeld = false;
    return {
      onWait: (wait) => {
        if (last !== undefined && isHeld) {
          waitedMs += computeElapsedMs(this.#clock, last.since);
          this.#held.get(last.wait.provider)?.delete(last.wait);
        }
        isHeld = wait !== undefined;
        if (wait !== undefined) {
          last = { wait, since: this.#clock.now() };
          const held = this.#held.get(wait.provider) ?? new Set();
          this.#held.set(wait.provider, held.add(wait));
        }
        this.#tell();
      },
      waitedMs: () => waitedMs,
      explain: (error) => (isHeld && last !== undefined ? addWaitToTimeout(error, last.wait) : error),
    };
  }

  async #tellOn({ signal }: AbortController): Promise<void> {
    while (!signal.aborted) {
      await this.#clock.sleep(tellMs, signal).catch(() => undefined);
      if (!signal.aborted) this.#tell();
    }
  }

  #tell(): void {
    const waits = [...this.#held].flatMap(([provider, held]) => {
      const [first] = held;
      return first === undefined
        ? []
        : [{ provider, label: first.label, calls: held.size, until: first.until() ?? null }];
    });
    if (waits.length === 0) {
      this.#telling?.abort();
      this.#telling = undefined;
    } else if (this.#telling === undefined) {
      this.#telling = new AbortController();
      void this.#tellOn(this.#telling);
    }
    this.#onChange(waits);
  }
}

/** Adds the wait to a timeout that happened during it. */
function addWaitToTimeout(error: unknown, { label }: LimitWait): unknown {
  if (!hasReason(error, 'timeout')) return error;
  const { code, retryable, details } = error;
  return new AppError(code, `${error.message} Then it still waited for ${label}’s limit.`, {
    advice: `Raise limits.timeout_ms of the task or the limits of ${label} in Models, or lower max_concurrency.`,
    retryable,
    details,
  });
}
