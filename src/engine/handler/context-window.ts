import { computeUtf8Length } from '@/base/bytes';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import type { Message, Prompt } from '@/plan/message';
import { computeOutputCap } from '@/plan/output-cap';
import type { ModelRef, PlannedLimits } from '@/plan/plan';
import { computeUsableWindow } from '@/plan/usable-window';
import type { CallWindow, Usage } from '@/run/event-data';
import type { Attempt, RunContext, TokenRoom } from '../attempt';
import type { ModelRequest } from '../ports/model-client';
import type { RequestCounter, RequestTool, TextSize } from './request-counter';
import { computeTokenGrowth, computeTokenShare, learnTokenFactor } from './run-tokens';

/** The context window of a conversation: what fits into it, and how tokens are counted. All figures are tokens. */
export interface ContextWindow {
  /** The model's window; undefined: not known. */
  readonly size: number | undefined;
  /**
   * Most tokens that may be sent: the share of the window that the task may use, less the room for the answer.
   * Undefined: not known.
   */
  readonly usable: number | undefined;
  /** Kept free for the answer: its maximum length. */
  readonly reserve: number;
  /** The host of the server whose refusal taught the size; undefined: it was not learned. */
  readonly from: string | undefined;
  readonly exact: boolean;
  count(text: string): number;
  /** What a prompt leaves for the work of other tasks; undefined if the window is not known. */
  roomBeside(prompt: Prompt): TokenRoom | undefined;
}

/** The window of a model, and how much of it a call may use, if known. The rest is left for the answer. */
export function computeModelWindow(
  { catalogue }: Pick<RunContext, 'catalogue'>,
  model: ModelRef,
  limits: Pick<PlannedLimits, 'maxOutputTokens' | 'maxContextWindowFraction'>,
): Pick<ContextWindow, 'size' | 'usable' | 'reserve' | 'from'> {
  const facts = catalogue.factsOf(model);
  const { window: size, maxInput, windowFrom: from } = facts;
  const reserve = computeOutputCap(limits.maxOutputTokens, facts);
  const usable = size === undefined ? undefined : computeUsableWindow(size, reserve, limits, maxInput);
  return { size, usable, reserve, from };
}

/** The initial corrections of a conversation's counts. */
interface WindowStart {
  /** The factor of all counts until the provider has reported usage. */
  readonly factor: number;
  /** Tokens of a request besides its messages, such as for tools. */
  readonly around: number;
}

/**
 * The share of a refused request that is sent next. It is low enough that the next turns do not reach the limit at
 * once.
 */
const afterRefusal = 0.8;

/** A part of a call: a text of the prompt, a file, a message, or the tools that it declares. */
export type CountedPart = string | AttachedFile | Message | readonly RequestTool[];

/** Tokens for separators between the prompt and the parts that are added to it. */
const spare = 8;

/** The window of one conversation. The usage that the provider reports for a turn corrects later counts. */
export class ConversationWindow implements ContextWindow {
  readonly size: number | undefined;
  readonly reserve: number;
  readonly from: string | undefined;
  #usable: number | undefined;
  readonly #counter: RequestCounter;
  readonly #run: RunContext;
  readonly #model: ModelRef;
  readonly #factor: number;
  readonly #texts = new Map<string, TextSize>();
  #around: number;
  #reported: { readonly tokens: number; readonly counted: number } | undefined;

  constructor(
    { run }: Attempt,
    model: ModelRef,
    window: ReturnType<typeof computeModelWindow>,
    counter: RequestCounter,
    { factor, around }: WindowStart,
  ) {
    this.size = window.size;
    this.#usable = window.usable;
    this.reserve = window.reserve;
    this.from = window.from;
    this.#run = run;
    this.#model = model;
    this.#counter = counter;
    this.#factor = factor;
    this.#around = around;
  }

  get usable(): number | undefined {
    return this.#usable;
  }

  /**
   * Lowers the limit after a server refused a request of so many tokens as too long. `limit`: the window that the
   * server named, if it did.
   */
  refused(sent: number, limit: number | undefined): void {
    // Even if the count is wrong, a request of this size is known to be too long.
    const most = Math.min(limit ?? sent, sent);
    this.#usable = Math.min(this.#usable ?? most, Math.floor(most * afterRefusal));
  }

  get exact(): boolean {
    return this.#counter.exact;
  }

  count(text: string): number {
    return Math.ceil(this.#counter.text(text) * this.#factor);
  }

  roomBeside(prompt: Prompt): TokenRoom | undefined {
    if (this.usable === undefined) return undefined;
    this.take(prompt);
    const tokens = Math.max(0, this.usable - this.tokensOf(prompt.messages) - spare);
    return { tokens, count: (text) => this.count(text) };
  }

  /** Counts a prompt part by part. */
  take({ messages, parts }: Prompt): void {
    for (const [index, message] of messages.entries()) {
      const own = parts.filter((part) => part.message === index);
      this.#counter.madeOf(message, own, (text) => this.#textSize(text));
    }
  }

  /** Tokens for sending these messages with the tools of the last request. */
  tokensOf(messages: readonly Message[]): number {
    return this.corrected(this.#counter.messages(messages) + this.#around);
  }

  /**
   * Returns the size of a part of the prompt, a message or the tools within a request of `counted` tokens. The tokens
   * are not whole numbers.
   */
  sizesIn(counted: number): (of: CountedPart) => TextSize {
    const share = this.corrected(counted) / counted;
    return (of) => {
      const { bytes, tokens } = this.#sizeOf(of);
      return { bytes, tokens: tokens * share };
    };
  }

  /** Measures a request before it is sent: how full it makes the window. `counted`: without the correction. */
  measure(request: Pick<ModelRequest, 'messages' | 'tools' | 'makerTools' | 'outputSchema'>): {
    readonly window: CallWindow;
    readonly counted: number;
  } {
    const counted = this.#counter.request(request);
    const { size = null, usable = null, reserve } = this;
    const exact = this.exact && !request.messages.some((message) => this.filesIn(message).length > 0);
    return { window: { size, usable, reserve, sent: this.corrected(counted), exact }, counted };
  }

  /** Learns from the usage that the provider reported for messages that Heddle counted as `counted` tokens. */
  learn(messages: readonly Message[], counted: number, usage: Usage): void {
    this.#around = counted - this.#counter.messages(messages);
    if (!learnTokenFactor(this.#run, this.#model, counted, usage)) return;
    this.#reported = { tokens: usage.inputTokens, counted };
  }

  /**
   * Corrects a count. It starts from the last reported usage; what was added or removed since is multiplied by the
   * error of the count.
   */
  corrected(counted: number): number {
    const known = this.#reported;
    if (known === undefined) return Math.ceil(counted * this.#factor);
    const change = counted - known.counted;
    const off =
      change > 0 ? computeTokenGrowth(known.tokens, known.counted) : computeTokenShare(known.tokens, known.counted);
    return Math.max(0, Math.ceil(known.tokens + change * off));
  }

  /** The files that are sent to the model with a message. They are counted by a rule of thumb. */
  filesIn(message: Message): readonly AttachedFile[] {
    return this.#counter.filesIn(message);
  }

  #sizeOf(of: CountedPart): TextSize {
    if (typeof of === 'string') return this.#textSize(of);
    if ('ref' in of) return this.#counter.file(of);
    return 'role' in of ? this.#counter.message(of) : this.#counter.tools(of);
  }

  #textSize(text: string): TextSize {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const size = { tokens: this.#counter.text(text), bytes: computeUtf8Length(text) };
    this.#texts.set(text, size);
    return size;
  }
}
