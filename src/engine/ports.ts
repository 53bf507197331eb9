import type { JsonObject } from '@/base/json';
import type { Message } from '@/plan/message';
import type { ModelRef } from '@/plan/plan';
import type { RunEvent } from '@/run/events';

/** Port: the append-only log of runs. Assigns nothing: events come numbered. */
export interface EventStore {
  /**
   * Resolves once the events are stored: with `strict` flushed to disk, with `relaxed` handed to the operating system.
   * Appends of one execution are stored in the order of the calls. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  append(executionId: string, events: readonly RunEvent[], durability: 'strict' | 'relaxed'): Promise<void>;
  /** Events with `seq` >= `from` (default 1) in order, at most `limit` (default all). */
  read(executionId: string, from?: number, limit?: number): Promise<readonly RunEvent[]>;
}

/** Port: whole payloads that are too long for an event, by the SHA-256 of their text. */
export interface BlobStore {
  /** Resolves to the hash once stored. Storing the same text twice is one blob. */
  put(executionId: string, text: string): Promise<string>;
  get(executionId: string, hash: string): Promise<string | undefined>;
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
  /** Id of the run, `/`, journal path of the turn. Sent as the idempotency key where a provider takes one. */
  readonly idempotencyKey: string;
}

/** A whole reply. Tokens are null where the provider did not report them. */
export interface ModelReply {
  readonly content: string;
  readonly finishReason: 'stop' | 'length' | 'content_filter' | 'other';
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedTokens: number;
}

/**
 * Port: models, over HTTP, simulated or recorded. `generate` rejects with an `AppError`: `PROVIDER_ERROR` with
 * `details.kind` (see `ProviderErrorKind`) and, where the server said so, `details.retryAfterMs`; `CANCELLED` when the
 * signal was aborted. It never retries by itself. A stream that ends early is an error, not a short reply.
 */
export interface ModelClient {
  generate(
    request: ModelRequest,
    options: { readonly signal: AbortSignal; readonly onText: (delta: string) => void },
  ): Promise<ModelReply>;
  /** Whether a call to this provider can be made now, or waits for a key that a person has to give or unlock. */
  keyState(provider: string): 'ready' | 'needed';
  /** Resolves when `keyState` has become `ready`; rejects with `CANCELLED` on abort. */
  whenReady(provider: string, signal: AbortSignal): Promise<void>;
}

/** A script to run. */
export interface ScriptRequest {
  readonly language: 'bash' | 'javascript';
  readonly content: string;
  readonly stdin: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

/** How a script ended. `exitCode` -1: timed out or could not be started, the message is in `stderr`. */
export interface ScriptResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
  /** Whether bytes that are not UTF-8 were replaced. */
  readonly binary: boolean;
}

/** Port: scripts, in a sandbox or as processes. Rejects only with `CANCELLED` (signal); a failing script is a result. */
export interface ScriptRunner {
  run(request: ScriptRequest, signal: AbortSignal): Promise<ScriptResult>;
}

/** Port: time. */
export interface Clock {
  /** ms since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects with `CANCELLED` on abort. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** Port: a number in [0, 1) that nobody can foresee. */
export type Random = () => number;
