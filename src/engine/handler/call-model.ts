import { defined } from '@/base/defined';
import { hashText, hashValue } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { formatModelName } from '@/plan/format-model-name';
import { extractMakerWork } from '@/plan/maker-work';
import type { Message, ReplyOrigin, SentPart, ToolCall } from '@/plan/message';
import { computeLeastOutput, computeOutputCap } from '@/plan/output-cap';
import type { ModelRef, PlannedTool } from '@/plan/plan';
import { readReasoning, removeOpaque, removeOrigin } from '@/plan/reply-origin';
import { isSimulated } from '@/plan/simulated-only';
import type { MakerTool } from '@/plan/tools/maker-tools';
import { type CallWindow, eventTextLimits, type Payload, type Usage } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import type { ReasoningEffort } from '@/workflow/reasoning-effort';
import type { Reuse } from '@/workflow/reuse';
import type { Attempt } from '../attempt';
import type { ModelRequest, ToolDeclaration } from '../ports/model-client';
import type { AcceptReply } from './fallback';
import { makeCall } from './make-call';
import { buildPromptCaching } from './prompt-caching';
import { listOfferedTools } from './request-counter';
import { createStreamHooks } from './stream-text';

/** The request of one turn of a conversation. */
export interface TurnRequest {
  readonly model: ModelRef;
  /**
   * The model that the task names, if another one is called instead with the same request. Undefined: `model` is that
   * one.
   */
  readonly insteadOf?: ModelRef | undefined;
  readonly options: JsonObject;
  readonly messages: readonly Message[];
  /** How hard the model should think; undefined: the model's default. */
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** `off`: nothing of it is cached. */
  readonly cache?: 'off' | undefined;
  /** Which runs may answer it; undefined: what the run says. */
  readonly reuse?: Reuse | undefined;
  /** How many characters of the first user message are its context; see `computeContextLength`. */
  readonly context?: number | undefined;
  /** Most tokens of the reply, as planned; 0: as many as the model can produce. */
  readonly maxOutputTokens: number;
  readonly outputSchema?: JsonObject | undefined;
  /** Tools that the model may call, as they are planned. */
  readonly tools?: readonly PlannedTool[] | undefined;
  /**
   * The same tools as they are described to the model. Called only when the call is made: until a run is resumed,
   * servers may change their descriptions, and files may come and go, but recorded calls stay valid.
   */
  readonly declareTools?: (() => Promise<readonly ToolDeclaration[]>) | undefined;
  /** Checks a reply before it is recorded. Its errors are passed on. */
  readonly accept?: AcceptReply | undefined;
  /** Those of the tools that the provider of this model performs itself, if it has them. */
  readonly makerTools?: readonly MakerTool[] | undefined;
  /** Counts the request before it is sent. Throws if it is too long. */
  readonly measure?: ((request: ModelRequest) => Measured) | undefined;
  /** From 1. */
  readonly turn: number;
}

/** How much of its model's window a call fills, and with what. */
export interface Measured {
  readonly window: CallWindow;
  /** Tokens of the request by Heddle's own count. */
  readonly counted: number;
  readonly parts?: readonly SentPart[];
}

/** The reply of a model. */
export interface CallResult {
  readonly text: string;
  /** In the model's order. */
  readonly toolCalls: readonly ToolCall[];
  /** What the provider wants to get back with the reply; undefined: nothing. */
  readonly origin: ReplyOrigin | undefined;
  readonly finishReason: EventOf<'model.replied'>['data']['finishReason'];
  readonly usage: Usage;
  /**
   * The model that answered, as `provider:name`. A recorded reply may come from another model than the one to be
   * called.
   */
  readonly by: string;
  /** Set if the request was measured. */
  readonly counted?: number | undefined;
  /** When it was answered, which may be in an earlier run (ISO 8601). */
  readonly at: string;
}

/**
 * Makes one call of a model, through the journal, at `key`. The prompt is recorded before the call is made, the reply
 * before anyone gets it.
 */
export async function callModel(call: TurnRequest, attempt: Attempt, key: JournalPath): Promise<CallResult> {
  const { journal, executionId } = attempt.run;
  const {
    turn,
    insteadOf,
    cache,
    reuse,
    context,
    outputSchema,
    reasoningEffort,
    tools,
    declareTools,
    accept,
    makerTools = [],
    measure,
    ...always
  } = call;
  const { provider } = call.model;
  const name = formatModelName(call.model);
  const fallenBack = insteadOf === undefined ? {} : { insteadOf: formatModelName(insteadOf) };
  const asked = {
    ...always,
    ...defined({ outputSchema, reasoningEffort }),
  };
  // Thoughts are left out of the hash: the same question stays the same, whatever the model thought before.
  const messages = asked.messages.map(removeOrigin);
  const inputHash = hashValue({
    ...asked,
    model: insteadOf ?? call.model,
    messages,
    maxOutputTokens: call.maxOutputTokens,
    tools,
  });
  let declared: Promise<readonly ToolDeclaration[]> | undefined;
  const declareOnce = () => (declared ??= declareTools?.() ?? Promise.resolve([]));
  const hashTools = async () => {
    const offered = listOfferedTools({ tools: await declareOnce(), makerTools });
    return offered.length === 0 ? undefined : hashText(encodeJson(offered));
  };
  const { provider: askedProvider } = insteadOf ?? call.model;
  const answerable = isSimulated(call.model) ? undefined : { provider: askedProvider, reuse, hashTools };
  const step = { kind: 'model.replied', key, inputHash, model: name, call: answerable } as const;

  let isFresh = false;
  const {
    text,
    data,
    model: by = name,
    at,
  } = await journal.step(step, async () => {
    isFresh = true;
    const tools = await declareOnce();
    const offered = tools.length === 0 ? {} : { tools };
    const maxOutputTokens = computeOutputCap(call.maxOutputTokens, attempt.run.catalogue.factsOf(call.model));
    const caching = buildPromptCaching(
      defined({ cache: cache || undefined }),
      tools.length > 0,
      key,
      attempt.run,
      context,
    );
    const idempotencyKey = `${executionId}/${key}`;
    const ofMaker = makerTools.length === 0 ? {} : { makerTools };
    const request: ModelRequest = { ...asked, maxOutputTokens, ...offered, ...ofMaker, ...caching, idempotencyKey };
    const measured = measure?.(request);
    const { reply, usage, durationMs } = await makeCall(request, attempt, {
      ...createStreamHooks(attempt.run, key),
      beforeCall: () => recordRequest(request, measured, { key, turn, ...fallenBack }, attempt),
      inputTokens: measured?.window.sent,
      leastOutput: computeLeastOutput(call.maxOutputTokens),
    });
    accept?.(reply, usage);
    const { finishReason, toolCalls = [], origin } = reply;
    const counted = measured === undefined ? {} : { counted: measured.counted };
    const called = toolCalls.length === 0 ? {} : { toolCalls: await journal.payload(encodeJson(toolCalls)) };
    const thought = origin === undefined ? {} : await recordThoughts(origin, journal);
    return {
      text: reply.content,
      data: { provider, ...fallenBack, finishReason, usage, ...counted, durationMs, ...called, ...thought },
    };
  });
  // The meter counted the usage of a new call when it was made.
  if (!isFresh) attempt.meter.add(data.usage);
  const { toolCalls, origin, finishReason, usage, counted } = data;
  const asJson = toolCalls === undefined ? '[]' : await journal.read(toolCalls);
  return {
    text,
    toolCalls: decodeJson(asJson) as readonly ToolCall[],
    origin: origin === undefined ? undefined : (decodeJson(await journal.read(origin)) as ReplyOrigin),
    finishReason,
    usage,
    by,
    counted,
    at,
  };
}

/**
 * The parts of a reply's origin that are recorded: a readable form for a person, and the whole for the model that made
 * it.
 */
async function recordThoughts(origin: ReplyOrigin, journal: Attempt['run']['journal']) {
  const reasoning = readReasoning(origin);
  const work = extractMakerWork(origin);
  return {
    ...(reasoning === '' ? {} : { reasoning: await journal.payload(reasoning) }),
    ...(work === undefined ? {} : { maker: await journal.payload(encodeJson(work)) }),
    origin: await journal.payload(encodeJson(origin)),
  };
}

/** Records the prompt and its parts. */
async function recordRequest(
  request: ModelRequest,
  measured: Measured | undefined,
  { key, ...details }: { readonly key: JournalPath; readonly turn: number; readonly insteadOf?: string },
  attempt: Attempt,
): Promise<void> {
  const { journal, log } = attempt.run;
  const { window, parts } = measured ?? {};
  const tools = listOfferedTools(request);
  const { provider } = request.model;
  const prompt = encodeJson(request.messages.map(removeOpaque));
  const isWritten = (await attempt.run.recording?.written?.('prompt', key)) !== undefined;
  await log.append({
    kind: 'model.requested',
    path: key,
    model: formatModelName(request.model),
    task: cutToStart(request.messages.at(-1)?.content ?? '', eventTextLimits.task),
    full_result_len: prompt.length,
    ref: await journal.store(prompt),
    ...defined({ written: isWritten || undefined }),
    data: {
      provider,
      ...details,
      attempt: attempt.number,
      ...(window === undefined ? {} : { window }),
      ...(parts === undefined ? {} : { parts: await journal.payload(encodeJson(parts)) }),
      // The tools are the same in each turn. As a blob they are stored once, and no event holds them.
      ...(tools.length === 0 ? {} : { tools: await storeAsBlob(encodeJson(tools), attempt) }),
    },
  });
}

async function storeAsBlob(text: string, { run: { journal } }: Attempt): Promise<Payload> {
  return { text: '', length: text.length, ref: await journal.store(text) };
}
