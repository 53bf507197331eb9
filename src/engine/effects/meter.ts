import type { PlannedBudget } from '@/plan/plan';
import { addUsage } from '@/run/add-usage';
import type { Usage } from '@/run/event-data';
import type { JournalPath } from '@/run/journal-path';

/** A budget that does not allow what was asked for. */
export interface Overdraft {
  readonly meter: Meter;
  readonly resource: 'tokens' | 'cost';
  /** Spent and reserved so far, without what was asked for: tokens or USD. */
  readonly used: number;
  readonly limit: number;
  /** What the call that was asked for may take. */
  readonly needed: number;
}

/** What a call may take at most: tokens in and out, and USD, where the price is known. */
export interface Expense {
  readonly tokens: number;
  readonly costUsd: number;
}

/** Counts what a task with all in it takes, and what is around it, up to the run; holds their budgets. */
export class Meter {
  readonly path: JournalPath;
  /** How often more was asked for, and the question that is open; kept by `budget.ts`. */
  asked = 0;
  asking: Promise<void> | undefined;
  readonly #outer: Meter | undefined;
  #usage: Usage | null = null;
  /** USD of the calls whose cost is known: one that is not counted must not hide the others. */
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

  /** All that was taken; null without a call. */
  get usage(): Usage | null {
    return this.#usage;
  }

  /** Whether there is a limit, be it of what is around it. */
  get hasBudget(): boolean {
    return this.#withBudget().length > 0;
  }

  /** Whether there is a limit in USD, be it of what is around it. */
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

  /** Whether this budget and all around it allow what a call may take. */
  allows(expense: Expense): boolean {
    return this.#withBudget().every((meter) => meter.#overdraft(expense) === undefined);
  }

  /** Sets aside what a call may take, in this budget and all around it; or says which of them does not allow it. */
  reserve(expense: Expense): Overdraft | undefined {
    const meters = this.#withBudget();
    for (const meter of meters) {
      const overdraft = meter.#overdraft(expense);
      if (overdraft !== undefined) return overdraft;
    }
    for (const meter of meters) meter.#hold(expense, 1);
    return undefined;
  }

  /** Gives back what {@link reserve} set aside. */
  release(expense: Expense): void {
    for (const meter of this.#withBudget()) meter.#hold(expense, -1);
  }

  /** Allows more of a resource. */
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
