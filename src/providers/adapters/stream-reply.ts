import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { quoteWholeValues, unquoteWholeNumbers } from '@/base/json-text';
import type { ModelReply, ToolDeclaration } from '@/engine/ports/model-client';
import type { MakerPart } from '@/plan/message';
import { classifyStreamError } from '../classify-error';
import {
  createBadEndError,
  createCutOffError,
  createNotCarriedError,
  createNotUnderstoodError,
} from '../provider-error';
import { createNoAnswerError, NotStreamed } from '../wire';
import type { AdapterCall } from './adapter';
import { listOfferedNames, stripToolName } from './answers/call-pieces';
import { GatheredReply } from './gathered-reply';
import { type MakerNews, MakerReader } from './maker-work/maker-reader';
import { buildSdkMakerTools } from './maker-work/offered-tools';
import { buildSdkPrompt, type PromptRules } from './sdk-prompt';
import type { SdkMetadata, SdkModel, SdkOptions, SdkPart, SdkWhole } from './sdk-types';
import { LoneCloseWatch, ThinkTags } from './think-tags';
import type { FilePlace } from './tool-files';

/** Protocol-specific options in the format of the AI SDK, and what the server takes. */
interface More extends Pick<SdkOptions, 'providerOptions'> {
  /** Where the protocol carries files of tools. */
  readonly place: FilePlace;
  /** Whether the server takes arguments of earlier calls that are not JSON. Left out: it does not. */
  readonly takesAnyArguments?: boolean;
}

/**
 * Sends a call and reads its stream to the end: text, thoughts, and calls of tools that Heddle performs. Unknown parts
 * are ignored. A stream without a proper end is an error, however much of it arrived: a truncated tool call is never
 * performed. An answer that is not a stream is accepted too.
 */
export async function readStreamedReply(model: SdkModel, call: AdapterCall, more: More): Promise<ModelReply> {
  const { providerOptions } = more;
  const options = { ...buildSdkOptions(call, more), ...defined({ providerOptions }) };
  try {
    const { stream } = await model.doStream(options);
    return await readParts(stream, call);
  } catch (error) {
    if (call.follower.signal.aborted) throw createCancelledError('The call');
    if (!(error instanceof NotStreamed)) throw convertOpeningError(error as Error, call);
  }
  return convertWholeReply(await readWhole(model, options, call), call);
}

/**
 * The error for a stream that did not open. The libraries read the first bytes of an answer before they return it, and
 * wrap errors of that phase; `data` is the error message of the server, if that came first.
 */
function convertOpeningError(
  error: Error & { readonly data?: unknown },
  { provider, request, secrets }: AdapterCall,
): Error {
  const own = findOwnError(error);
  if (own !== undefined) return own;
  if (isUnreadable(error)) return createNotUnderstoodError(provider, error);
  if (error.name === 'AI_UnsupportedFunctionalityError') return createNotCarriedError(provider, error.message);
  if (error.name !== 'AI_APICallError') return error;
  const { data } = error;
  return data === undefined
    ? createCutOffError(provider)
    : classifyStreamError(provider, data, { model: request.model.model, secrets });
}

/** The answer that has already arrived, read by the protocol's library. */
async function readWhole(
  model: SdkModel,
  options: SdkOptions,
  { provider, secrets, wire }: AdapterCall,
): Promise<SdkWhole> {
  try {
    return await model.doGenerate(options);
  } catch {
    throw createNoAnswerError(provider, wire.whole() ?? '', secrets);
  }
}

async function readParts(stream: ReadableStream<SdkPart>, call: AdapterCall): Promise<ModelReply> {
  const reader = stream.getReader();
  const reading = new Reading(call);
  try {
    for (;;) {
      const { done, value: part } = await reader
        .read()
        .catch((error) => Promise.reject(findOwnError(error) ?? createCutOffError(call.provider)));
      if (done) throw reading.brokenOff();
      const reply = reading.take(part);
      if (reply !== undefined) return reply;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Converts an answer that was not a stream, as if it had been one. */
function convertWholeReply({ content, finishReason, usage }: SdkWhole, call: AdapterCall): ModelReply {
  const reading = new Reading(call);
  if (call.request.makerTools !== undefined) reading.tellWhole(call.wire.whole() ?? '');
  for (const [index, part] of content.entries()) {
    const id = String(index);
    if (part.type === 'text' || part.type === 'reasoning') {
      reading.take({ type: `${part.type}-start`, id });
      reading.take({ type: `${part.type}-delta`, id, delta: part.text });
      const said = part.providerMetadata === undefined ? {} : { providerMetadata: part.providerMetadata };
      reading.take({ type: `${part.type}-end`, id, ...said });
    } else if (part.type === 'tool-call' || part.type === 'tool-result' || part.type === 'source') {
      reading.take(part);
    }
  }
  const reply = reading.take({ type: 'finish', finishReason, usage });
  if (reply === undefined) throw reading.brokenOff();
  return reply;
}

/** Reads the parts of one reply. */
class Reading {
  readonly #call: AdapterCall;
  readonly #reply: GatheredReply;
  readonly #tags: ThinkTags;
  /** Whether thoughts may stand in the text, between tags. */
  readonly #hasTags: boolean;
  readonly #alone = new LoneCloseWatch();
  readonly #maker: MakerReader;
  /** Parts of maker's tools from raw chunks, until their position in the reply is reached. */
  readonly #waiting: MakerPart[] = [];
  /** The last error of reading the stream. */
  #unread: Error | undefined;

  constructor(call: AdapterCall) {
    this.#call = call;
    this.#reply = new GatheredReply(call.provider);
    this.#hasTags = mayHaveTags(call.provider);
    this.#tags = new ThinkTags(this.#hasTags);
    this.#maker = new MakerReader(call.provider.protocol);
  }

  /** Returns the reply if this was its last part. Throws the server's error. */
  take(part: SdkPart): ModelReply | undefined {
    const { request } = this.#call;
    switch (part.type) {
      case 'text-start':
        this.#reply.open('text', part.id, part.providerMetadata);
        return;
      case 'text-delta':
        this.#addPieces(this.#tags.take(part.delta), part.id);
        this.#reply.add('text', part.id, '', part.providerMetadata);
        return;
      case 'text-end':
        this.#addPieces(this.#tags.end(), part.id);
        this.#reply.close('text', part.id, part.providerMetadata);
        return;
      case 'reasoning-start':
        this.#reply.open('reasoning', part.id, part.providerMetadata);
        return;
      case 'reasoning-delta':
        this.#add('reasoning', part.id, part.delta, part.providerMetadata);
        return;
      case 'reasoning-end':
        this.#reply.close('reasoning', part.id, part.providerMetadata);
        return;
      case 'raw':
        this.#tell(this.#maker.chunk(part.rawValue));
        return;
      case 'tool-result':
        this.#nextOfMaker();
        return;
      case 'source':
        if (part.sourceType === 'url') this.#reply.source(part);
        return;
      case 'tool-call':
        // A tool call that the server performs itself, such as a web search, is not ours to perform.
        if (part.providerExecuted === true) {
          // OpenAI's tool calls are complete only with their results.
          if (this.#call.provider.protocol !== 'openai') this.#nextOfMaker();
          return;
        }
        this.#called(part);
        return;
      case 'error':
        this.#failed(part.error);
        return;
      case 'finish': {
        const { provider: id, model } = request.model;
        this.#restOfMaker();
        if (this.#hasTags) this.#reply.closeThoughts();
        const reply = this.#reply.finish(part.finishReason, part.usage, `${id}:${model}`);
        if (reply !== undefined) return reply;
        throw this.brokenOff(part.finishReason.raw, readFinishMessage(part.providerMetadata));
      }
      default:
        return;
    }
  }

  /** Reads the maker's tools from an answer that was not a stream, in the order of its parts. */
  tellWhole(json: string): void {
    this.#tell(this.#maker.whole(json));
  }

  #tell({ parts, sources }: MakerNews): void {
    this.#restOfMaker();
    this.#waiting.push(...parts);
    for (const source of sources) this.#reply.source(source);
  }

  /** The maker's part goes where the library reports it, or before whatever follows. */
  #nextOfMaker(): void {
    const part = this.#waiting.shift();
    if (part !== undefined) this.#reply.maker(part);
  }

  #restOfMaker(): void {
    while (this.#waiting.length > 0) this.#nextOfMaker();
  }

  /** The error of an answer that ended too early: without an end, or with `reason`, a word of the server. */
  brokenOff(reason?: string, said?: string): AppError {
    const { provider } = this.#call;
    if (this.#unread !== undefined) return createNotUnderstoodError(provider, this.#unread);
    return reason === undefined ? createCutOffError(provider) : createBadEndError(provider, reason, said);
  }

  /** Adds pieces of a text; thoughts among them become separate parts. */
  #addPieces(pieces: ReturnType<ThinkTags['take']>, id: string): void {
    for (const { kind, text } of pieces) {
      if (kind === 'reasoning' && !this.#reply.isOpen(kind, id)) this.#reply.open(kind, id, undefined);
      this.#add(kind, id, text, undefined);
    }
  }

  #called({ toolCallId: id, toolName, input, providerMetadata }: Extract<SdkPart, { type: 'tool-call' }>): void {
    const name = stripToolName(toolName, listOfferedNames(this.#call.request));
    this.#reply.call({ id, name, arguments: unquoteWholeNumbers(input) }, providerMetadata);
  }

  #add(kind: 'text' | 'reasoning', id: string, text: string, metadata: SdkMetadata): void {
    const { onText, onReasoning, onRestart } = this.#call.follower;
    if (!this.#reply.isOpen(kind, id)) return;
    this.#reply.add(kind, id, text, metadata);
    if (text === '') return;
    const isWatched = kind === 'text' && this.#hasTags && onRestart !== undefined;
    const parted = isWatched ? this.#alone.take(text) : undefined;
    if (parted !== undefined) {
      onRestart?.();
      onReasoning?.(parted.thoughts);
    }
    const shown = parted?.answer ?? text;
    if (kind === 'reasoning') onReasoning?.(text);
    else if (shown !== '') onText?.(shown);
  }

  /**
   * An Error comes from the library, about a line that it cannot read, and may wrap our own error; anything else was
   * sent by the server.
   */
  #failed(error: unknown): void {
    const { provider, request, secrets } = this.#call;
    if (!(error instanceof Error)) throw classifyStreamError(provider, error, { model: request.model.model, secrets });
    const own = findOwnError(error);
    if (own !== undefined) throw own;
    if (isUnreadable(error)) this.#unread = error;
  }
}

/** Whether a server may pass thoughts on in the text: the makers themselves tell them apart by their protocols. */
function mayHaveTags({ protocol, baseUrl }: AdapterCall['provider']): boolean {
  return protocol === 'compatible' || !/^https:\/\/(?:[\w-]+\.)*(?:openai|anthropic|googleapis)\.com\//.test(baseUrl);
}

/** What Gemini says about an end, such as the call that it could not write. */
function readFinishMessage(metadata: SdkMetadata): string | undefined {
  const message = metadata?.['google']?.['finishMessage'];
  return typeof message === 'string' ? message : undefined;
}

/** Whether a line of a stream is not JSON, or is unknown to the library. */
function isUnreadable({ name }: Error): boolean {
  return name === 'AI_JSONParseError' || name === 'AI_TypeValidationError';
}

function findOwnError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : undefined;
}

function buildSdkOptions({ request, facts, follower, files, blocks, provider }: AdapterCall, more: More): SdkOptions {
  const { messages, outputSchema } = request;
  const ofMaker = buildSdkMakerTools(request, provider.protocol);
  const tools = [...(request.tools ?? []).map(buildSdkTool), ...ofMaker];
  const rules: PromptRules = {
    fileOf: (file) => files.mark(file),
    markOf: (block) => blocks.mark(block),
    place: more.place,
    facts,
    takesAnyArguments: more.takesAnyArguments ?? false,
  };
  return {
    prompt: buildSdkPrompt(messages, request.model, rules),
    maxOutputTokens: request.maxOutputTokens,
    // The types of JSON Schema differ only in that ours is any JSON object; the server validates it.
    ...(outputSchema === undefined
      ? {}
      : { responseFormat: { type: 'json', schema: quoteWholeValues(outputSchema) as object } }),
    ...(tools.length === 0 ? {} : { tools }),
    // Blocks of maker's tools are read from the raw chunks.
    ...(ofMaker.length === 0 ? {} : { includeRawChunks: true }),
    abortSignal: follower.signal,
  };
}

function buildSdkTool({ name, description, parameters }: ToolDeclaration): NonNullable<SdkOptions['tools']>[number] {
  return { type: 'function', name, description, inputSchema: quoteWholeValues(parameters) as object };
}
