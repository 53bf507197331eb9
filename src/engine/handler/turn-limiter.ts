import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { SentPart } from '@/plan/message';
import type { ModelRef, PlannedAtomic } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { Attempt } from '../attempt';
import { tell } from '../log/tell';
import type { ContextWindow } from './context-window';
import { tokenLimitError } from './unfinished-reply';
import { windowExceeded } from './window-exceeded';

/** Whose window is filled: that of the model that answers. */
interface Answering {
  readonly model: ModelRef;
  readonly window: Pick<ContextWindow, 'size' | 'usable' | 'reserve'>;
}

/** What each limit counts, in a warning. */
const measures = { turns: 'turns', window: 'tokens of the window', output: 'tokens of a reply' };

/**
 * Counts the turns of a conversation and the tokens of its window, warns when they run short, and stops at their
 * limits.
 */
export class TurnLimiter {
  readonly #task: PlannedAtomic;
  readonly #attempt: Attempt;
  readonly #answering: Answering;
  readonly #warned = new Set<string>();
  #turns = 0;
  #tokens = 0;
  #peak = 0;

  constructor(task: PlannedAtomic, attempt: Attempt, answering: Answering) {
    this.#task = task;
    this.#attempt = attempt;
    this.#answering = answering;
  }

  /** To be told of each turn before it is taken. Throws `RESOURCE_EXHAUSTION` with resource `turns`. */
  takeTurn(): void {
    const { maxTurns } = this.#task.limits;
    if (this.#turns >= maxTurns) {
      throw this.exhausted('turns', this.#turns, maxTurns, `It took ${this.#turns} turns and was not done.`, {
        advice: 'Raise limits.max_turns of the task, or ask for less at once.',
      });
    }
    this.#turns += 1;
    this.#warnAt('turns', this.#turns, maxTurns);
  }

  /** To be told what a turn takes of the window. */
  fillWindow(tokens: number): void {
    this.#tokens = tokens;
    this.#peak = Math.max(this.#peak, tokens);
    const { usable } = this.#answering.window;
    if (usable !== undefined && tokens <= usable) this.#warnAt('window', tokens, usable);
  }

  /**
   * To be asked before a turn is sent. Throws `RESOURCE_EXHAUSTION` with resource `window` if it is more than may be
   * sent.
   */
  checkWindow(tokens: number, parts: readonly SentPart[]): void {
    this.fillWindow(tokens);
    const { usable } = this.#answering.window;
    if (usable === undefined || tokens <= usable) return;
    const { limits } = this.#task;
    const { model, window } = this.#answering;
    const { run, path } = this.#attempt;
    tell(run, { kind: 'resource.exhausted', path, data: { resource: 'window', used: tokens, limit: usable } });
    throw windowExceeded({ model, window, limits, tokens, parts });
  }

  /** The error of a reply that came to the most tokens that it may have. */
  cutOff(outputTokens: number): AppError {
    const { run, path } = this.#attempt;
    const error = tokenLimitError(outputTokens, this.#task.limits.maxOutputTokens, 'task');
    const limit = this.#answering.window.reserve;
    tell(run, { kind: 'resource.exhausted', path, data: { resource: 'output', used: outputTokens, limit } });
    return error;
  }

  /** Takes in what the provider counted. */
  afterTurn({ inputTokens, outputTokens }: Usage): void {
    this.#tokens = inputTokens;
    this.#peak = Math.max(this.#peak, inputTokens + outputTokens);
    const { reserve } = this.#answering.window;
    // At the limit itself it is the end that tells.
    if (outputTokens < reserve) this.#warnAt('output', outputTokens, reserve);
  }

  /** A question to the person counts as a turn. */
  countQuestion(): void {
    this.#turns += 1;
    this.#warnAt('turns', this.#turns, this.#task.limits.maxTurns);
  }

  /** The error of a limit that was reached; followers are told. */
  exhausted(
    resource: string,
    used: number,
    limit: number,
    message: string,
    { advice }: { readonly advice: string },
  ): AppError {
    const { run, path } = this.#attempt;
    tell(run, { kind: 'resource.exhausted', path, data: { resource, used, limit } });
    return new AppError('RESOURCE_EXHAUSTION', message, { advice, details: { resource, used, limit } });
  }

  /** Figures of the result. */
  metrics(): JsonObject {
    return {
      turns: { used: this.#turns, limit: this.#task.limits.maxTurns },
      context: { used: this.#tokens, limit: this.#answering.window.usable ?? null, peak: this.#peak },
    };
  }

  #warnAt(resource: keyof typeof measures, used: number, limit: number): void {
    if (used < limit * this.#task.limits.warningThreshold || this.#warned.has(resource)) return;
    this.#warned.add(resource);
    this.#attempt.warn(`${used} of ${limit} ${measures[resource]} are used.`);
  }
}
