import { AppError } from '@/base/errors';
import type { WaitingCalls } from '@/run/runner';
import type { Clock } from '../ports/machine';
import type { CallFollower, LimitWait } from '../ports/model-client';
import { elapsed } from './elapsed';

/** One call, as it is held back by limits of its provider. */
export interface HeldCall {
  readonly onWait: NonNullable<CallFollower['onWait']>;
  /** How long it was held back, in ms. */
  readonly waitedMs: () => number;
  /** The error of the call; one whose time ran out while it was held back says so. */
  readonly explain: (error: unknown) => unknown;
}

/**
 * How often it is told that calls still wait, in ms: who has just begun to follow the run hears of it, and estimates
 * change.
 */
const tellMs = 1000;

/**
 * Counts the calls of a run that limits of providers hold back, and tells of each change, and every second. It is no
 * event: waiting is no part of what happened.
 */
export class LimitWaits {
  readonly #onChange: (waits: readonly WaitingCalls[]) => void;
  readonly #clock: Clock;
  readonly #held = new Map<string, Set<LimitWait>>();
  /** While calls are held back: ends the telling every second. */
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
          waitedMs += elapsed(this.#clock, last.since);
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
      explain: (error) => (isHeld && last !== undefined ? whileHeld(error, last.wait) : error),
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

/** A time that ran out is told as one that was spent with waiting. */
function whileHeld(error: unknown, { label }: LimitWait): unknown {
  if (!(error instanceof AppError) || error.details?.['reason'] !== 'timeout') return error;
  const { code, retryable, details } = error;
  return new AppError(code, `${error.message} Then it still waited for ${label}’s limit.`, {
    advice: `Raise limits.timeout_ms of the task or the limits of ${label} in Models, or lower max_concurrency.`,
    retryable,
    details,
  });
}
