import { defined } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import type { PlannedLoop, PlannedTask } from '@/plan/plan';
import { eventTextLimits } from '@/run/event-data';
import { readResult } from '@/run/result-payload';
import type { Whole } from '@/workflow/expressions/environment';
import { findWholeContent } from '../capture/whole';
import { parseOutput } from '../handler/parse-output';
import type { Journal } from '../log/journal';
import type { LoopCursor } from '../log/run-history';
import type { Outcome } from '../outcome';

/** How many of the last rounds are kept, and characters of each shown, when a round fails. */
const keptOutcomes = 50;
export const shownLength = 500;

/** What the rounds of a loop have left so far for the later ones. */
export class LoopSoFar {
  readonly #task: PlannedTask;
  readonly #kept: number;
  readonly #chars: number;
  readonly #outcomes: string[] = [];
  #last: Json = null;
  #state: JsonObject | undefined;
  #whole: Whole | undefined;

  constructor(task: PlannedTask, { progress, state }: PlannedLoop) {
    this.#task = task;
    this.#state = state?.initial;
    this.#kept = Math.max(keptOutcomes, progress?.iterations ?? 0);
    this.#chars = Math.max(shownLength, progress?.chars ?? 0);
  }

  /** The starts of the last rounds' outputs, in order. */
  get outcomes(): readonly string[] {
    return this.#outcomes;
  }

  /** The output of the last round; null before the first. */
  get last(): Json {
    return this.#last;
  }

  /** Set if that output is a view of something longer. */
  get whole(): Whole | undefined {
    return this.#whole;
  }

  /** What the next round knows as `state`; undefined: the loop has none. */
  get state(): JsonObject | undefined {
    return this.#state;
  }

  /** Adds the outcome of a round, and the state after it. */
  add({ content, capture }: Pick<Outcome, 'content' | 'capture'>, state: JsonObject | undefined): void {
    this.#state = state;
    this.#whole = capture === undefined ? undefined : findWholeContent(capture, this.#task);
    this.#outcomes.push(cutToStart(content, this.#chars));
    if (this.#outcomes.length > this.#kept) this.#outcomes.shift();
    this.#last = this.#whole === undefined ? parseOutput(content, this.#task.outputSchema) : content;
  }

  /** Adds the rounds before the last one that an earlier process logged. */
  async restore({ before }: LoopCursor, journal: Pick<Journal, 'read'>): Promise<void> {
    for (const [index, event] of before.slice(-this.#kept).entries()) {
      const isLast = index === Math.min(before.length, this.#kept) - 1;
      const result = readResult(event);
      // The start is enough for the other rounds.
      const content = isLast || this.#chars > eventTextLimits.result ? await journal.read(result) : result.text;
      const { capture, state } = event.data;
      const after = isLast && state !== undefined ? (decodeJson(await journal.read(state)) as JsonObject) : this.#state;
      this.add({ content, ...defined({ capture }) }, after);
    }
  }
}
