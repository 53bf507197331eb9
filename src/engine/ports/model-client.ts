import type { JsonObject } from '@/base/json';
import type { Message, ReplyOrigin, ToolCall } from '@/plan/message';
import type { ModelRef } from '@/plan/plan';
import type { MakerTool } from '@/plan/tools/maker-tools';
import type { ReasoningEffort } from '@/workflow/reasoning-effort';

/** A tool as a model is told of it. */
export interface ToolDeclaration {
  /** Letters, digits, `_` and `-`, at most 64 characters. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: JsonObject;
}

/**
 * What of a request may be sent again, so that its maker is to keep it: for some makers that costs more the first time.
 */
export interface PromptCaching {
  /** The same for all calls that begin alike: of one task of a workflow. */
  readonly key: string;
  /** Its start (tools, system) begins other calls too: of rounds, items, steps, samples, or its own further turns. */
  readonly start: boolean;
  /** All of it begins the next turn, if there is one. */
  readonly turns: boolean;
  /**
   * The files of the first user message, and so many characters at the start of its text, begin other calls too: of
   * items, samples, tries, which are told the same context. Left out: nothing of it does.
   */
  readonly context?: number;
}

/** One call of a model. */
export interface ModelRequest {
  readonly model: ModelRef;
  readonly messages: readonly Message[];
  /** As merged from agent and task; `temperature`, `top_p`, `stop`, `seed` … or the provider's own. */
  readonly options: JsonObject;
  readonly maxOutputTokens: number;
  /** JSON Schema the reply must satisfy, sent to providers that support it. */
  readonly outputSchema?: JsonObject;
  /** How hard the model is to think; left out: as it does by itself. */
  readonly reasoningEffort?: ReasoningEffort;
  /** Tools that the model may call; empty or left out: none. */
  readonly tools?: readonly ToolDeclaration[];
  /**
   * Tools that its maker performs itself, each of a kind once; left out: none. One that the provider does not have is
   * not sent.
   */
  readonly makerTools?: readonly MakerTool[];
  /** Left out: it is not to be cached. */
  readonly caching?: PromptCaching;
  /** Id of the run, `/`, journal path of the turn. Sent as the idempotency key where a provider takes one. */
  readonly idempotencyKey: string;
}

/** A whole reply. Tokens are null where the provider did not report them. */
export interface ModelReply {
  readonly content: string;
  /** `paused`: its maker wants the reply back, and goes on with it. */
  readonly finishReason: 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'paused' | 'other';
  /** In the order of the model; left out: none. */
  readonly toolCalls?: readonly ToolCall[];
  /** What belongs to it beside its text and its calls, such as what the model thought; left out: nothing. */
  readonly origin?: ReplyOrigin;
  readonly inputTokens: number | null;
  /** With what the model thought. */
  readonly outputTokens: number | null;
  /** Of the output, what the model thought; left out: not known. */
  readonly reasoningTokens?: number;
  /** Of the input, what came from the maker's prompt cache, and what was put into it. */
  readonly cachedTokens: number;
  readonly cacheWriteTokens?: number;
}

/** What a refused request taught of a model. */
export interface LearnedFact {
  readonly model: ModelRef;
  /** The parameter that was refused, as the request named it. */
  readonly parameter: string;
  /** What the call does in its place, for a person: `left out`, `sent as max_completion_tokens`. */
  readonly instead: string;
  /** What the server said. */
  readonly said: string;
}

/** That a call waits for a limit of its provider. */
export interface LimitWait {
  /** Its id, and its name for a person. */
  readonly provider: string;
  readonly label: string;
  /** About when the last of the calls that wait with it is sent, in ms since 1970; undefined: that cannot be told. */
  until(): number | undefined;
}

/** How a call is followed while it is made. */
export interface CallFollower {
  readonly signal: AbortSignal;
  /** Told the answer as it streams. */
  readonly onText: (delta: string) => void;
  /** Told what the model thinks as it streams. */
  readonly onReasoning?: (delta: string) => void;
  /** Told when a refusal taught something of the model; the call is then repeated once. */
  readonly onLearned?: (fact: LearnedFact) => void;
  /** Told that the call is held back by a limit of its provider, and with `undefined` that it is no more. */
  readonly onWait?: (wait: LimitWait | undefined) => void;
  /** The most ms that it may be held back because a server wants it. Left out: as long as that wants it. */
  readonly patienceMs?: number;
  /** Opens the bytes of a file that a message attaches, by its ref. Error: `DAMAGED_RECORD` if they are gone. */
  readonly openFile?: (ref: string) => Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Port: models, over HTTP, simulated or recorded. `generate` rejects with an `AppError`: `PROVIDER_ERROR` with
 * `details.kind` (see `ProviderErrorKind`) and, where the server said so, `details.retryAfterMs`; `CANCELLED` when the
 * signal was aborted. It retries by itself only what a refusal taught it to ask otherwise. A stream that ends early is
 * an error, not a short reply.
 */
export interface ModelClient {
  generate(request: ModelRequest, follower: CallFollower): Promise<ModelReply>;
  /** Whether a call to this provider can be made now, or waits for a key that a person has to give or unlock. */
  keyState(provider: string): 'ready' | 'needed';
  /** Resolves when `keyState` has become `ready`; rejects with `CANCELLED` on abort. */
  whenReady(provider: string, signal: AbortSignal): Promise<void>;
}
