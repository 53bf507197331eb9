import { AppError } from '@/base/errors';
import type { CallFollower, ModelReply } from '@/engine/ports/model-client';

/** What all calls of a command may cost. */
export interface TestBudget {
  /** Cost in USD of the calls that were made, as far as it is known. */
  readonly spent: number;
  /** Whether nothing more is asked: the budget is used, or the person stopped it. */
  readonly isPaused: boolean;
  pause(): void;
  /**
   * Makes a call that costs at most `most` USD. It waits while calls in flight could use what is left, and is refused
   * with `RESOURCE_EXHAUSTION` once it is paused. `price` gives the cost of the reply; undefined: it is not known.
   */
  spend(
    most: number,
    follower: Pick<CallFollower, 'onWait'>,
    call: () => Promise<ModelReply>,
    price: (reply: ModelReply) => number | undefined,
  ): Promise<ModelReply>;
}

/** A budget that calls which run at once cannot overshoot: what a call may cost is held back before it is made. */
export function createTestBudget(maxUsd = Number.POSITIVE_INFINITY): TestBudget {
  let spent = 0;
  let held = 0;
  let inFlight = 0;
  let isPaused = false;
  let waiting: (() => void)[] = [];
  const wakeAll = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  const pause = () => {
    isPaused = true;
    wakeAll();
  };
  const reserve = async (most: number, { onWait }: Pick<CallFollower, 'onWait'>) => {
    let isWaiting = false;
    while (!isPaused && spent + held + most > maxUsd) {
      // With no call in flight nothing comes back that was held.
      if (inFlight === 0) pause();
      else {
        if (!isWaiting) onWait?.({ provider: '', label: 'the budget of the tests', until: () => undefined });
        isWaiting = true;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
    }
    if (isWaiting) onWait?.(undefined);
    if (isPaused) throw new AppError('RESOURCE_EXHAUSTION', 'The tests are paused, so nothing more is asked.');
    held += most;
    inFlight += 1;
  };
  return {
    get spent() {
      return spent;
    },
    get isPaused() {
      return isPaused;
    },
    pause,
    spend: async (most, follower, call, price) => {
      await reserve(most, follower);
      try {
        const reply = await call();
        spent += price(reply) ?? most;
        return reply;
      } finally {
        held -= most;
        inFlight -= 1;
        wakeAll();
      }
    },
  };
}
