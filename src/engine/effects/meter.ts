import type { PlannedBudget } from '@/plan/plan';
import { addUsage } from '@/run/add-usage';
import type { Usage } from '@/run/event-data';
import type { JournalPath } from '@/run/journal-path';

/** A budget that does not cover a request. */
export interface Overdraft {
  readonly meter: Meter;
  readonly resource: 'tokens' | 'cost';
  /** Spent and reserved so far, without the request: tokens or USD. */
  readonly used: number;
  readonly limit: number;
  /** The most that the requested call may use. */
  readonly needed: number;
}

/** The most that a call may use: input and output tokens, and USD if the price is known. */
export interface Expense {
  readonly tokens: number;
  readonly costUsd: number;
}

/**
 * Counts the usage of a task and of everything in it, adds it to all containers up to the run, and holds their budgets.
 */
export class Meter {
  readonly path: JournalPath;
  /** The number of times that more was requested, and the open question. `budget.ts` maintains both. */
  asked = 0;
  asking: Promise<void> | undefined;
  readonly #outer: Meter | undefined;
  #usage: Usage | null = null;
  /** USD of the calls whose cost is known. A call of unknown cost must not hide the others. */
  #costUsd = 0;
  #reserved: Expense = { tokens: 0, costUsd: 0 };
  #limits: { tokens: number; cost: number } | undefined;

  constructor(path: JournalPath, outer: Meter | undefined, budget?: PlannedBudget) {
    this.path = path;
    this.#outer = outer;
    if (budget !== undefined && budget.maxTotalTokens + budget.maxTotalCostUsd > 0) {
      this.#limits = { tokens: budget.maxTotalTokens, cost: budget.maxTotalCostUsd };
    }
  }

  /** The usage so far; null without a call. */
  get usage(): Usage | null {
    return this.#usage;
  }

  /** Whether this meter or one of its containers has a limit. */
  get hasBudget(): boolean {
    return this.#withBudget().length > 0;
  }

  /** Whether this meter or one of its containers has a limit in USD. */
  get limitsCost(): boolean {
    return this.#withBudget().some((meter) => (meter.#limits?.cost ?? 0) > 0);
  }

  add(usage: Usage | null): void {
    if (usage === null) return;
    for (let meter: Meter | undefined = this; meter !== undefined; meter = meter.#outer) {
      meter.#usage = addUsage(meter.#usage, usage);
      meter.#costUsd += usage.costUsd ?? 0;
    }
  }

  /** Whether this budget and those of all containers cover an expense. */
  allows(expense: Expense): boolean {
    return this.#withBudget().every((meter) => meter.#overdraft(expense) === undefined);
  }

  /** Reserves an expense in this budget and in those of all containers; or returns the one that does not cover it. */
  reserve(expense: Expense): Overdraft | undefined {
    const meters = this.#withBudget();
    for (const meter of meters) {
      const overdraft = meter.#overdraft(expense);
      if (overdraft !== undefined) return overdraft;
    }
    for (const meter of meters) meter.#hold(expense, 1);
    return undefined;
  }

  /** Releases what {@link reserve} reserved. */
  release(expense: Expense): void {
    for (const meter of this.#withBudget()) meter.#hold(expense, -1);
  }

  /** Raises the limit of a resource. */
  raise(resource: 'tokens' | 'cost', limit: number): void {
    if (this.#limits !== undefined) this.#limits[resource] = limit;
  }

  #withBudget(): Meter[] {
    const meters: Meter[] = [];
    for (let meter: Meter | undefined = this; meter !== undefined; meter = meter.#outer) {
      if (meter.#limits !== undefined) meters.push(meter);
    }
    return meters;
  }

  #overdraft(expense: Expense): Overdraft | undefined {
    const limits = this.#limits ?? { tokens: 0, cost: 0 };
    const tokens = (this.#usage?.inputTokens ?? 0) + (this.#usage?.outputTokens ?? 0) + this.#reserved.tokens;
    const cost = this.#costUsd + this.#reserved.costUsd;
    if (limits.tokens > 0 && tokens + expense.tokens > limits.tokens) {
      return { meter: this, resource: 'tokens', used: tokens, limit: limits.tokens, needed: expense.tokens };
    }
    if (limits.cost > 0 && cost + expense.costUsd > limits.cost) {
      return { meter: this, resource: 'cost', used: cost, limit: limits.cost, needed: expense.costUsd };
    }
    return undefined;
  }

  #hold({ tokens, costUsd }: Expense, sign: 1 | -1): void {
    this.#reserved = {
      tokens: this.#reserved.tokens + sign * tokens,
      costUsd: this.#reserved.costUsd + sign * costUsd,
    };
  }
}
