import type { JsonObject } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import type { ResultRecord } from '@/workflow/expressions/environment';
import type { Completed } from '../task-end';
import { readNotedText } from './step-history';

/** How many of the last steps are kept, and how many characters of each output. */
const keptSteps = 50;
const keptLength = 500;

/** One step of a sequence that completed (language page, 5.1). A type, so that it is assignable to JSON. */
type StepEntry = {
  readonly step_id: string;
  readonly output: string;
  /** What the step noted; empty if nothing. */
  readonly notes: string;
  /** When it ended, in ms since 1970; null for a script whose failure was passed on. */
  readonly timestamp: number | null;
};

/** The steps of a sequence that completed: what is left of them in the notes if a later one fails. */
export class CompletedSteps {
  readonly #entries: StepEntry[] = [];
  #startTime: number | null = null;
  #usage: Record<string, number | null> | null = null;

  add(stepId: string, { record, endedAt }: Completed): void {
    this.#startTime ??= endedAt === 0 ? null : endedAt - record.duration_ms;
    this.#usage = addUsageNumbers(this.#usage, record.usage);
    const output = cutToStart(record.content, keptLength);
    this.#entries.push({
      step_id: stepId,
      output,
      notes: cutToStart(readNotedText(record), keptLength),
      timestamp: endedAt === 0 ? null : endedAt,
    });
    if (this.#entries.length > keptSteps) this.#entries.shift();
  }

  /** The notes of a sequence that failed. `currentStep`: which step failed, from 1. */
  notes(currentStep: number): JsonObject {
    return {
      partial_results: Object.fromEntries(this.#entries.map(({ step_id, output }) => [step_id, output])),
      step_history: {
        start_time: this.#startTime,
        current_step: currentStep,
        resource_usage: this.#usage,
        outputs: this.#entries,
      },
    };
  }
}

/** The sum of two usages under the names of the language. An unknown cost makes the sum unknown. */
function addUsageNumbers(sum: Record<string, number | null> | null, usage: ResultRecord['usage']) {
  if (usage === null) return sum;
  const all: Record<string, number | null> = { ...sum };
  for (const [name, value] of Object.entries(usage)) {
    const before = sum === null ? 0 : all[name];
    all[name] = typeof value === 'number' && typeof before === 'number' ? before + value : null;
  }
  return all;
}
