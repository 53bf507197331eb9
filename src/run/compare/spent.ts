import type { Calls } from '../calls-of-event';

/** What model calls used. `costUsd` leaves out calls without a known price, which `unpricedCalls` counts. */
export interface Spent {
  readonly calls: number;
  readonly tokens: number;
  readonly costUsd: number;
  readonly unpricedCalls: number;
}

/** No calls. */
export const nothingSpent: Spent = { calls: 0, tokens: 0, costUsd: 0, unpricedCalls: 0 };

/** The sum of two. */
export function addSpent(one: Spent, other: Spent): Spent {
  return {
    calls: one.calls + other.calls,
    tokens: one.tokens + other.tokens,
    costUsd: one.costUsd + other.costUsd,
    unpricedCalls: one.unpricedCalls + other.unpricedCalls,
  };
}

/** What the calls of an event used. */
export function computeSpent({ count, usage }: Calls): Spent {
  return {
    calls: count,
    tokens: usage.inputTokens + usage.outputTokens,
    costUsd: usage.costUsd ?? 0,
    unpricedCalls: usage.costUsd === null ? count : 0,
  };
}

/** Its cost in USD; null: there were calls, and the price of none of them is known. */
export function findSpentCost({ calls, costUsd, unpricedCalls }: Spent): number | null {
  return calls > 0 && unpricedCalls === calls ? null : costUsd;
}
