import type { JsonObject } from '@/base/json';
import type { Message, ReplyOrigin, ToolCall } from '@/plan/message';
import type { ModelRef } from '@/plan/plan';
import type { MakerTool } from '@/plan/tools/maker-tools';
import type { ReasoningEffort } from '@/workflow/reasoning-effort';

/** A tool as it is described to a model. */
export interface ToolDeclaration {
  /** Letters, digits, `_` and `-`, at most 64 characters. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
}

/**
 * Which parts of a request may be sent again, so that the provider should cache them. With some providers, caching
 * makes the first call more expensive.
 */
export interface PromptCaching {
  /** The same for all calls that begin alike: those of one task of a workflow. */
  readonly key: string;
  /**
   * Other calls begin with the same start (tools, system): those of rounds, items, steps, samples, or further turns of
   * this one.
   */
  readonly start: boolean;
  /** The next turn, if there is one, begins with the whole request. */
  readonly turns: boolean;
  /**
   * How many characters at the start of the first user message other calls share, with the files of that message: the
   * calls of items, samples and tries that get the same context. Left out: they share nothing of it.
   */
  readonly context?: number;
}

/** One call of a model. */
export interface ModelRequest {
  readonly model: ModelRef;
  readonly messages: readonly Message[];
  /** Merged from agent and task: `temperature`, `top_p`, `stop`, `seed` … or the provider's own options. */
  readonly options: JsonObject;
  readonly maxOutputTokens: number;
  /** JSON Schema the reply must satisfy, sent to providers that support it. */
  readonly outputSchema?: JsonObject;
  /** How hard the model should think; left out: the model's default. */
  readonly reasoningEffort?: ReasoningEffort;
  /** Tools that the model may call; empty or left out: none. */
  readonly tools?: readonly ToolDeclaration[];
  /**
   * Tools that the provider performs itself, at most one of each kind; left out: none. A tool that the provider lacks
   * is not sent.
   */
  readonly makerTools?: readonly MakerTool[];
  /** Left out: the request is not cached. */
  readonly caching?: PromptCaching;
  /** Id of the run, `/`, journal path of the turn. Sent as the idempotency key where a provider takes one. */
  readonly idempotencyKey: string;
}

/** A whole reply. Tokens are null if the provider did not report them. */
export interface ModelReply {
  readonly content: string;
  /** `paused`: the provider wants the reply sent back, and then continues it. */
  readonly finishReason: 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'paused';
  /** In the model's order; left out: none. */
  readonly toolCalls?: readonly ToolCall[];
  /** What belongs to the reply besides its text and its calls, such as the model's thoughts; left out: nothing. */
  readonly origin?: ReplyOrigin;
  readonly inputTokens: number | null;
  /** Includes the tokens that the model spent on thinking. */
  readonly outputTokens: number | null;
  /** How many of the output tokens were spent on thinking; left out: not known. */
  readonly reasoningTokens?: number;
  /** How many of the input tokens came from the provider's prompt cache, and how many were written to it. */
  readonly cachedTokens: number;
  readonly cacheWriteTokens?: number;
}

/** What a refused request revealed about a model. */
export interface LearnedFact {
  readonly model: ModelRef;
  /** The parameter that was refused, as the request named it. */
  readonly parameter: string;
  /** What the call does instead, for a person: `left out`, `sent as max_completion_tokens`. */
  readonly instead: string;
  /** What the server said. */
  readonly said: string;
}

/** A wait of a call for a limit of its provider. */
export interface LimitWait {
  /** Id of the provider, and its name for a person. */
  readonly provider: string;
  readonly label: string;
  /** Estimated time at which the last of the waiting calls is sent, in ms since 1970; undefined: unknown. */
  until(): number | undefined;
}

/** How a caller follows a call while it runs. */
export interface CallFollower {
  readonly signal: AbortSignal;
  /** Receives the answer as it streams; left out: nobody looks on. */
  readonly onText?: (delta: string) => void;
  /** Receives the model's thoughts as they stream. */
  readonly onReasoning?: (delta: string) => void;
  /** Called when the answer so far was none: thoughts, as the text that follows tells. It begins anew then. */
  readonly onRestart?: () => void;
  /** Called when a refusal revealed something about the model. The call is then repeated once. */
  readonly onLearned?: (fact: LearnedFact) => void;
  /** Called when a limit of the provider holds the call back, and with `undefined` when it no longer does. */
  readonly onWait?: (wait: LimitWait | undefined) => void;
  /** The longest time, in ms, that the call may be held back because a server asks for it. Left out: no limit. */
  readonly patienceMs?: number;
  /** Opens the bytes of a file that a message attaches, by its ref. Error: `DAMAGED_RECORD` if the file is missing. */
  readonly openFile?: (ref: string) => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Port: models, over HTTP, simulated or recorded. `generate` rejects with an `AppError`: `PROVIDER_ERROR` with
 * `details.kind` (see `ProviderErrorKind`) and, if the server gave it, `details.retryAfterMs`; `CANCELLED` when the
 * signal was aborted. It retries only a request that it can correct after a refusal. An answer whose
 * end is not known as a good one is an error of the kind `cut_off`, not a short reply.
 */
export interface ModelClient {
  generate(request: ModelRequest, follower: CallFollower): Promise<ModelReply>;
  /** Whether a call to this provider can be made now, or waits for a key that a person has to enter or unlock. */
  keyState(provider: string): 'ready' | 'needed';
  /** Resolves when `keyState` has become `ready`; rejects with `CANCELLED` on abort. */
  whenReady(provider: string, signal: AbortSignal): Promise<void>;
}
