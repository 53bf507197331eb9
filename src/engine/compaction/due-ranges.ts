import type { PlannedCompaction } from '@/plan/plan';
import type { TaskRange } from './task-range';

type Rules = Pick<PlannedCompaction, 'trigger' | 'threshold' | 'batchSize'>;

/**
 * Decides when the outputs of tasks are compacted. It depends only on the order in which the tasks completed, so a
 * resumed run decides the same.
 */
export class DueRanges {
  readonly #rules: Rules;
  readonly #charactersOf: (range: TaskRange) => Promise<number>;
  #waiting: TaskRange[] = [];
  #characters = 0;

  constructor(rules: Rules, charactersOf: (range: TaskRange) => Promise<number>) {
    this.#rules = rules;
    this.#charactersOf = charactersOf;
  }

  /** Adds what the next task left. Returns what is now due: nothing, or everything that waits. */
  async after(range: TaskRange): Promise<readonly TaskRange[]> {
    this.#waiting.push(range);
    if (!(await this.#isDue(range))) return [];
    const due = this.#waiting;
    this.clear();
    return due;
  }

  /** Forgets what waits, because a person compacted it. */
  clear(): void {
    this.#waiting = [];
    this.#characters = 0;
  }

  async #isDue(range: TaskRange): Promise<boolean> {
    const { trigger, threshold, batchSize } = this.#rules;
    switch (trigger) {
      case 'on_complete':
        return true;
      case 'batch':
        return this.#waiting.length >= batchSize;
      case 'on_threshold':
        this.#characters += await this.#charactersOf(range);
        return this.#characters > threshold;
      case 'manual':
        return false;
    }
  }
}
