import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { SentPart } from '@/plan/message';
import type { ModelRef, PlannedAtomic } from '@/plan/plan';
import type { Usage } from '@/run/event-data';
import type { Attempt } from '../attempt';
import { tellFollowers } from '../log/tell';
import type { ContextWindow } from './context-window';
import { createTokenLimitError } from './unfinished-reply';
import { createWindowExceededError } from './window-exceeded';

/** The model that answers, whose window is filled. */
interface Answering {
  readonly model: ModelRef;
  readonly window: Pick<ContextWindow, 'size' | 'usable' | 'reserve' | 'from'>;
}

/** What each limit counts, for a warning. */
const measures = { turns: 'turns', context: 'tokens of the window', output: 'tokens of a reply' };

/**
 * Counts the turns of a conversation and the tokens of its window. Warns when they run short, and stops the
 * conversation at their limits.
 */
export class TurnLimiter {
  readonly #task: PlannedAtomic;
  readonly #attempt: Attempt;
  readonly #answering: Answering;
  readonly #warned = new Set<string>();
  #turns = 0;
  #tokens = 0;
  #peak = 0;
  #lastTurnAt: string | null = null;

  constructor(task: PlannedAtomic, attempt: Attempt, answering: Answering) {
    this.#task = task;
    this.#attempt = attempt;
    this.#answering = answering;
  }

  /** Call it before each turn. Throws `RESOURCE_EXHAUSTION` with resource `turns`. */
  takeTurn(): void {
    const { maxTurns } = this.#task.limits;
    if (this.#turns >= maxTurns) {
      throw this.exhausted('turns', this.#turns, maxTurns, `It was not done after ${this.#turns} turns.`, {
        advice: 'Raise limits.max_turns of the task, or ask for less at once.',
      });
    }
    this.#turns += 1;
    this.#warnAt('turns', this.#turns, maxTurns);
  }

  /** Call it with the tokens that a turn takes of the window. */
  fillWindow(tokens: number): void {
    this.#tokens = tokens;
    this.#peak = Math.max(this.#peak, tokens);
    const { usable } = this.#answering.window;
    if (usable !== undefined && tokens <= usable) this.#warnAt('context', tokens, usable);
  }

  /** Call it before a turn is sent. Throws `RESOURCE_EXHAUSTION` with resource `context` if the turn is too long. */
  checkWindow(tokens: number, parts: readonly SentPart[]): void {
    this.fillWindow(tokens);
    const { usable } = this.#answering.window;
    if (usable === undefined || tokens <= usable) return;
    const { limits } = this.#task;
    const { model, window } = this.#answering;
    const { run, path } = this.#attempt;
    tellFollowers(run, {
      kind: 'resource.exhausted',
      path,
      data: { resource: 'context', used: tokens, limit: usable },
    });
    throw createWindowExceededError({ model, window, limits, tokens, parts });
  }

  /** The error of a reply that reached its maximum of tokens. */
  cutOff(outputTokens: number): AppError {
    const { run, path } = this.#attempt;
    const error = createTokenLimitError(outputTokens, this.#task.limits.maxOutputTokens, 'task');
    const limit = this.#answering.window.reserve;
    tellFollowers(run, { kind: 'resource.exhausted', path, data: { resource: 'output', used: outputTokens, limit } });
    return error;
  }

  /** Takes the usage that the provider reported, and when it answered (ISO 8601). */
  afterTurn({ inputTokens, outputTokens }: Usage, at: string): void {
    this.#lastTurnAt = at;
    this.#tokens = inputTokens;
    this.#peak = Math.max(this.#peak, inputTokens + outputTokens);
    const { reserve } = this.#answering.window;
    // At the limit itself no warning is needed, because the reply ends with an error.
    if (outputTokens < reserve) this.#warnAt('output', outputTokens, reserve);
  }

  /** Counts a question to the person as a turn. */
  countQuestion(): void {
    this.#turns += 1;
    this.#warnAt('turns', this.#turns, this.#task.limits.maxTurns);
  }

  /** The error of a limit that was reached. Emits the event for followers too. */
  exhausted(
    resource: string,
    used: number,
    limit: number,
    message: string,
    { advice }: { readonly advice: string },
  ): AppError {
    const { run, path } = this.#attempt;
    tellFollowers(run, { kind: 'resource.exhausted', path, data: { resource, used, limit } });
    return new AppError('RESOURCE_EXHAUSTION', message, { advice, details: { resource, used, limit } });
  }

  /** The figures for the result's notes. */
  metrics(): JsonObject {
    return {
      turns: { used: this.#turns, limit: this.#task.limits.maxTurns, last_turn_at: this.#lastTurnAt },
      context: { used: this.#tokens, limit: this.#answering.window.usable ?? null, peak: this.#peak },
    };
  }

  #warnAt(resource: keyof typeof measures, used: number, limit: number): void {
    if (used < limit * this.#task.limits.warningThreshold || this.#warned.has(resource)) return;
    this.#warned.add(resource);
    this.#attempt.warn(`${used} of ${limit} ${measures[resource]} are used.`);
  }
}
