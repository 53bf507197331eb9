import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { Message } from '@/plan/message';
import type { PlannedAtomic } from '@/plan/plan';
import type { Usage } from '@/run/events';
import type { Attempt } from '../attempt';
import { tell } from '../log/tell';
import { roughTokens } from './rough-tokens';

/** What each limit counts, in a warning. */
const measures = { turns: 'turns', window: 'tokens of the window', output: 'tokens of a reply' };

/** Counts the turns of a conversation and the tokens of its window, warns when they run short, and stops at their limits. */
export class Limiter {
  readonly #task: PlannedAtomic;
  readonly #attempt: Attempt;
  /** Tokens of the window that may be used; undefined where the window of the model is not known. */
  readonly #window: number | undefined;
  readonly #warned = new Set<string>();
  #turns = 0;
  /** Tokens of the conversation as the provider counted them, and how many messages it had then. */
  #counted = { tokens: 0, messages: 0 };
  #tokens = 0;
  #peak = 0;

  constructor(task: PlannedAtomic, attempt: Attempt) {
    this.#task = task;
    this.#attempt = attempt;
    const window = attempt.run.deps.windows.windowOf(task.model);
    if (window !== undefined) this.#window = Math.floor(window * task.limits.maxContextWindowFraction);
  }

  /** To be asked before each call of the model. Throws `RESOURCE_EXHAUSTION` with resource `turns` or `window`. */
  beforeTurn(messages: readonly Message[]): void {
    const { maxTurns } = this.#task.limits;
    if (this.#turns >= maxTurns) {
      throw this.exhausted('turns', this.#turns, maxTurns, `It took ${this.#turns} turns and was not done.`, {
        advice: 'Raise limits.max_turns of the task, or ask for less at once.',
      });
    }
    this.#turns += 1;
    this.#warnAt('turns', this.#turns, maxTurns);

    this.#tokens = this.#counted.tokens + roughTokens(messages.slice(this.#counted.messages));
    this.#peak = Math.max(this.#peak, this.#tokens);
    this.#counted = { tokens: this.#tokens, messages: messages.length };
    if (this.#window === undefined) return;
    if (this.#tokens > this.#window) {
      const { model } = this.#task.model;
      const figures = `about ${this.#tokens} tokens, and ${this.#window} of the window of ${model} may be used`;
      throw this.exhausted('window', this.#tokens, this.#window, `The conversation is too long: it has ${figures}.`, {
        advice:
          'Give the task less context, raise limits.max_context_window_fraction, or use a model with a larger window.',
      });
    }
    this.#warnAt('window', this.#tokens, this.#window);
  }

  /** Takes in what the provider counted. */
  afterTurn({ inputTokens, outputTokens }: Usage): void {
    // With the reply that is about to become a message.
    this.#counted = { tokens: inputTokens + outputTokens, messages: this.#counted.messages + 1 };
    this.#tokens = inputTokens;
    this.#peak = Math.max(this.#peak, inputTokens + outputTokens);
    const { maxOutputTokens } = this.#task.limits;
    // At the limit itself it is the end that tells.
    if (outputTokens < maxOutputTokens) this.#warnAt('output', outputTokens, maxOutputTokens);
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
      context: { used: this.#tokens, limit: this.#window ?? null, peak: this.#peak },
    };
  }

  #warnAt(resource: keyof typeof measures, used: number, limit: number): void {
    if (used < limit * this.#task.limits.warningThreshold || this.#warned.has(resource)) return;
    this.#warned.add(resource);
    this.#attempt.warn(`${used} of ${limit} ${measures[resource]} are used.`);
  }
}
