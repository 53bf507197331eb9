import type { JsonObject } from '@/base/json';
import type { Message, ReplyOrigin, ToolCall } from '@/plan/message';
import type { ModelRef } from '@/plan/plan';
import type { MakerTool } from '@/plan/tools/maker-tools';
import type { EventPage, EventQuery } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import type { FileEntry } from '@/workflow/file-repository';
import type { ReasoningEffort } from '@/workflow/reasoning-effort';

export type { InputKind, ModelCatalogue, ModelFacts, Price, PricedTokens } from '@/plan/model-facts';

/** Port: the append-only log of runs. Assigns nothing: events come numbered. */
export interface EventStore {
  /**
   * Resolves once the events are stored: with `strict` flushed to disk, with `relaxed` handed to the operating system.
   * Appends of one execution are stored in the order of the calls. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  append(executionId: string, events: readonly RunEvent[], durability: 'strict' | 'relaxed'): Promise<void>;
  /**
   * Events with `seq` >= `from` (default 1) in order, at most `limit` (default all). Error: `DAMAGED_RECORD`, with `details.seq`: the
   * number of the first event that cannot be read.
   */
  read(executionId: string, from?: number, limit?: number): Promise<readonly RunEvent[]>;
  /** A page of the events that are wanted. What is damaged is passed over. Bounded work: see `EventPage.next`. */
  find(executionId: string, query: EventQuery): Promise<EventPage>;
  /**
   * Ends the log after an event, because what follows it is damaged; what is cut off is set aside, not deleted. Resolves to the number of
   * events by which the run then is shorter, as far as that can be told. Snapshots of what was cut off go with it.
   */
  cut(executionId: string, lastSeq: number): Promise<number>;
}

/** A snapshot of a run as of an event of it, with which it can be taken up, and shown, without its whole log. */
export interface Checkpoint {
  /** Number of the last event that is in it. */
  readonly seq: number;
  readonly planHash: string;
  /** JSON of what the evaluator needs of the log (`engine/log/history-fold.ts`). */
  readonly history: string;
  /** JSON of the state of the run (`run/state-json.ts`). */
  readonly view: string;
}

/** One part of a snapshot. */
export interface CheckpointPart {
  readonly seq: number;
  readonly planHash: string;
  readonly json: string;
}

/** Port: snapshots of runs, with a checksum each. */
export interface CheckpointStore {
  /**
   * Keeps a snapshot and lets go of all but the newest three. Resolves to its size in bytes, as it is stored, once it is flushed to disk; a
   * crash before leaves those that were there. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  save(executionId: string, checkpoint: Checkpoint): Promise<number>;
  /**
   * A part of the newest sound snapshot whose `seq` is at most `upTo` (default: any); undefined if there is none. `damaged`: numbers of those
   * that were passed over.
   */
  load(
    executionId: string,
    part: 'history' | 'view',
    upTo?: number,
  ): Promise<{ readonly found: CheckpointPart | undefined; readonly damaged: readonly number[] }>;
}

/** Port: whole payloads that are too long for an event, by the SHA-256 of their bytes. */
export interface BlobStore {
  /** Resolves to the hash once stored. Storing the same text twice is one blob. */
  put(executionId: string, text: string): Promise<string>;
  get(executionId: string, hash: string): Promise<string | undefined>;
  /** Writes a payload bit by bit, in memory that does not grow with it. */
  open(executionId: string, options: BlobOptions): BlobWriter;
  /**
   * The bytes of a payload from `from` (default 0), page by page, in memory that does not grow with it; undefined if there is none. A
   * page is of any size. Errors while it is read: `DAMAGED_RECORD`.
   */
  stream(executionId: string, hash: string, from?: number): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** How many bytes a payload has; undefined if there is none. Cheap where it was written bit by bit. */
  size(executionId: string, hash: string): Promise<number | undefined>;
  /** No error if there is none. */
  remove(executionId: string, hash: string): Promise<void>;
}

/** How a payload is stored that is written bit by bit. */
export interface BlobOptions {
  /** Most bytes that are kept: of more, the first and the last half, with a line between them, not counted, that says what is missing. */
  readonly maxBytes: number;
  readonly compress: boolean;
}

/** A payload that is being written. */
export interface BlobWriter {
  /** Takes bytes, which are not to be changed afterwards. Resolves when there is room for more. Errors: `STORAGE_FULL`, `STORAGE_FAILED`. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends it. Resolves to its hash, and how many bytes are kept, once it is stored. */
  close(): Promise<{ readonly hash: string; readonly bytes: number }>;
  /** Lets go of what was written; no error. */
  abort(): Promise<void>;
}

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
 * signal was aborted. It retries by itself only what a refusal taught it to ask otherwise. A stream that ends early is an error, not a short reply.
 */
export interface ModelClient {
  generate(request: ModelRequest, follower: CallFollower): Promise<ModelReply>;
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
  /** Most bytes that are kept of what it prints: a sandbox that cannot wait for its reader keeps no more of it either. */
  readonly maxOutputBytes: number;
}

/** Takes what a script prints. Resolves when there is room for more, for which the script waits. */
export type ScriptSink = (stream: 'stdout' | 'stderr', bytes: Uint8Array) => Promise<void>;

/**
 * How a script ended. `exitCode` -1: timed out or could not be started. `said`: what Heddle has to say about it, a line for the end of
 * its standard error; empty: nothing.
 */
export interface ScriptExit {
  readonly exitCode: number;
  readonly said: string;
  /** By how many bytes the script printed more than the sink was given: a sandbox keeps only so much. Left out: by none. */
  readonly dropped?: { readonly stdout: number; readonly stderr: number };
  /**
   * Paths, as {@link Files} has them, of the files that were made, changed or removed while it ran: by it, as far as can be told. Null: there
   * are too many files to compare. Left out: none.
   */
  readonly filesChanged?: readonly string[] | null;
}

/**
 * Port: scripts, in a sandbox or as processes. All that was printed has been taken by the sink when it resolves. A sink that rejects stops
 * the script. Rejects only with `CANCELLED` (signal) or what the sink rejected with; a failing script is a result.
 */
export interface ScriptRunner {
  run(request: ScriptRequest, sink: ScriptSink, signal: AbortSignal): Promise<ScriptExit>;
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

/** A request of an http tool, its templates filled: it may hold secrets, so that it is never recorded. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A picture, a sound or a document that a tool gave beside its text: nothing of it is checked yet. */
export interface ToolFile {
  /** For a person, with the ending of what its server calls it, such as `plan.png`. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** What stands for it in the text, where it belongs; perhaps not there, as a text is cut. */
  readonly mark: string;
}

/** What a server answered. `text` is cut at a bound of the adapter, which says so in it. */
export interface HttpReply {
  readonly status: number;
  readonly text: string;
  /** Left out: none. */
  readonly files?: readonly ToolFile[];
}

/** What a tool of a server gave back. `text` is cut at a bound of the adapter, which says so in it. */
export interface McpReply {
  readonly text: string;
  readonly isError: boolean;
  /** Left out: none. */
  readonly files?: readonly ToolFile[];
}

/** A server that speaks the Model Context Protocol. */
export type McpServer = McpHttpServer | McpStdioServer;

/** One that is reached over streamable HTTP; headers may hold secrets. */
export interface McpHttpServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * One that is a process, spoken with over its standard input and output. `env`: its variables besides those that every
 * server is given. Arguments and variables may hold secrets.
 */
export interface McpStdioServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * What a server says of its tool beside what a model is told: hints, not promises. Left out: it does not say. Source:
 * modelcontextprotocol.io/specification/2025-11-25/schema, ToolAnnotations.
 */
export interface ToolHints {
  /** A name for a person. */
  readonly title?: string;
  /** Whether it changes nothing. */
  readonly readOnly?: boolean;
  /** Whether what it changes may be lost. */
  readonly destructive?: boolean;
}

/** A tool as its server describes it. */
export interface OfferedTool extends ToolDeclaration {
  readonly hints?: ToolHints;
}

/** The tools of a server, as it describes them. `problems`: what had to be left out, a sentence each. */
export interface McpToolList {
  readonly tools: readonly OfferedTool[];
  readonly problems: readonly string[];
  /** Whether it has resources to read. Left out: no. */
  readonly hasResources?: boolean;
}

/** Something that can be read at a server, or a template of the addresses of such things (RFC 6570). */
export interface McpResource {
  /** Its address, or the template. */
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly bytes?: number;
}

/** What a server has to read. `problems`: what had to be left out, a sentence each. */
export interface McpResourceList {
  readonly resources: readonly McpResource[];
  readonly templates: readonly McpResource[];
  readonly problems: readonly string[];
}

/**
 * Port: tools that are somewhere else. Rejects with an `AppError`: `CANCELLED` on abort, `KEY_NEEDED` where a person has
 * to sign in first (`details.server`, the host), else `TASK_FAILURE` with a message for the model and the person
 * (`details.reason` `tool`), which never holds a secret.
 */
export interface ToolClient {
  http(request: HttpRequest, signal: AbortSignal): Promise<HttpReply>;
  mcpTools(server: McpServer, signal: AbortSignal): Promise<McpToolList>;
  mcpCall(server: McpServer, tool: string, args: JsonObject, signal: AbortSignal): Promise<McpReply>;
  /**
   * Resolves once somebody signed in at a server that asked for it. Rejects with `CANCELLED` on abort. Left out: nobody
   * can, and no server is said to ask for it.
   */
  whenSignedIn?(server: McpServer, signal: AbortSignal): Promise<void>;
  mcpResources(server: McpServer, signal: AbortSignal): Promise<McpResourceList>;
  /** The text of a resource, cut at a bound of the adapter, which says so in it; what is no text is named in it. */
  mcpRead(server: McpServer, uri: string, signal: AbortSignal): Promise<string>;
  /** Ends what is open at servers, when the run that uses it is over; waits a second or so at most. Never rejects. */
  close(): Promise<void>;
}

/** Port: the files of a workflow, which its runs read and, where a tool is listed for it, write. Paths are absolute. */
export interface Files {
  /** In the order of their paths. */
  list(): Promise<readonly FileEntry[]>;
  /** Undefined if there is no such file. */
  read(path: string): Promise<Uint8Array | undefined>;
  /**
   * The same page by page, in memory that does not grow with the file. Left out: files are at hand as wholes only. A page
   * is of any size, and is not held once the next is asked for.
   */
  pages?(path: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** Makes or replaces a file. Errors: `STORAGE_FULL`, `STORAGE_FAILED`, `FILE_REFUSED` for a path that is not allowed. */
  write(path: string, content: Uint8Array): Promise<void>;
  /** No error if there is no such file. */
  remove(path: string): Promise<void>;
}

/** What a person is asked. */
export type Question =
  /** By a task, on behalf of its model. */
  | { readonly kind: 'input'; readonly path: string; readonly text: string }
  /**
   * A budget (`max_total_tokens`, `max_total_cost_usd` of the task at `path`, or of the run: '') does not allow the next call. Answered
   * by the new limit as a number, or `stop`.
   */
  | {
      readonly kind: 'budget';
      readonly path: string;
      readonly text: string;
      readonly resource: 'tokens' | 'cost';
      readonly used: number;
      readonly limit: number;
      /** What the next call may take at most. */
      readonly needed: number;
    }
  /**
   * A model has no known price, and there is a budget in USD. Answered by USD for a million tokens of input and output (`5/25`),
   * `uncounted`, or `stop`. `model`: as `provider:name`.
   */
  | { readonly kind: 'price'; readonly path: string; readonly text: string; readonly model: string };

/**
 * Port: the person who watches a run. Resolves to the answer. Rejects with `CANCELLED` on abort, and with `TASK_FAILURE`, reason
 * `no_person`, where nobody can be asked, such as on a command line without a terminal.
 */
export interface Person {
  ask(executionId: string, question: Question, signal: AbortSignal): Promise<string>;
}

/** Port: secrets of the machine by name, for http and mcp tools; undefined: there is none. They never enter an event. */
export type SecretOf = (name: string) => string | undefined;
