import { defined, omitEmpty } from '@/base/defined';
import { AppError } from '@/base/errors';
import { isJsonObject, type JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import type { ModelReply } from '@/engine/ports/model-client';
import { findWebHost, sourceLimits } from '@/plan/maker-work';
import type { MakerPart, ReplyOrigin, ReplyPart, Source } from '@/plan/message';
import type { ProviderConfig } from '../provider-config';
import { findDistinctCall } from './answers/call-pieces';
import { endOfAnswer } from './answers/ends';
import type { SdkFinishReason, SdkMetadata, SdkUsage } from './sdk-types';
import { findLoneClose } from './think-tags';

type ReplyToolCall = NonNullable<ModelReply['toolCalls']>[number];

/**
 * The most characters of a maker's opaque data in a reply (signatures, encrypted thoughts). Current models stay far
 * below a megabyte; a server that sends more would fill the log of the run.
 */
const maxOpaque = 4 * 2 ** 20;

/**
 * The most characters of results of a maker's own tools, which are sent back with each further turn: whole web pages,
 * but few.
 */
const maxBlocks = 16 * 2 ** 20;

/** Builds a reply from its parts, in the order in which they arrive. */
export class GatheredReply {
  readonly #provider: ProviderConfig;
  readonly #parts: ReplyPart[] = [];
  readonly #open = new Map<string, number>();
  readonly #toolCalls: ReplyToolCall[] = [];
  #content = '';
  #opaque = 0;
  #blocks = 0;
  readonly #sources = new Map<string, Source>();
  #moreSources = 0;

  constructor(provider: ProviderConfig) {
    this.#provider = provider;
  }

  /** Begins a text or a thought. `id` identifies it until it ends. */
  open(kind: 'text' | 'reasoning', id: string, metadata: SdkMetadata): void {
    this.#open.set(`${kind} ${id}`, this.#parts.length);
    this.#parts.push(kind === 'text' ? { kind, length: 0 } : { kind, text: '' });
    this.#mark(this.#parts.length - 1, metadata);
  }

  isOpen(kind: 'text' | 'reasoning', id: string): boolean {
    return this.#open.has(`${kind} ${id}`);
  }

  /** Adds text to an open part; without one the text is ignored. */
  add(kind: 'text' | 'reasoning', id: string, delta: string, metadata: SdkMetadata): void {
    const index = this.#open.get(`${kind} ${id}`);
    const part = index === undefined ? undefined : this.#parts[index];
    if (index === undefined || part === undefined) return;
    if (part.kind === 'text') {
      this.#content += delta;
      this.#parts[index] = { ...part, length: part.length + delta.length };
    } else if (part.kind === 'reasoning') {
      this.#parts[index] = { ...part, text: part.text + delta };
    }
    this.#mark(index, metadata);
  }

  /** Ends a part; its metadata replaces earlier metadata. */
  close(kind: 'text' | 'reasoning', id: string, metadata: SdkMetadata): void {
    const index = this.#open.get(`${kind} ${id}`);
    if (index !== undefined) this.#mark(index, metadata);
    this.#open.delete(`${kind} ${id}`);
  }

  /** Adds a call. The same call again, by its id, is none; another one with the same id gets an id of its own. */
  call(call: ReplyToolCall, metadata: SdkMetadata): void {
    const distinct = findDistinctCall(this.#toolCalls, call);
    if (distinct === undefined) return;
    this.#toolCalls.push(distinct);
    this.#parts.push({ kind: 'call' });
    this.#mark(this.#parts.length - 1, metadata);
  }

  /**
   * Makes the thoughts of what stands before a closing tag without an opening one: many templates of open models open
   * the thoughts in the prompt (open-webui/open-webui #9808, vllm-project/vllm #13125).
   */
  closeThoughts(): void {
    const index = this.#parts.findIndex(({ kind }) => kind === 'text');
    const part = this.#parts[index];
    const close = part?.kind === 'text' ? findLoneClose(this.#content.slice(0, part.length)) : undefined;
    if (part?.kind !== 'text' || close === undefined) return;
    const thoughts: ReplyPart = { kind: 'reasoning', text: this.#content.slice(0, close.from) };
    this.#parts.splice(index, 1, ...(thoughts.text.trim() === '' ? [] : [thoughts]), {
      ...part,
      length: part.length - close.to,
    });
    this.#content = this.#content.slice(close.to);
  }

  /** Adds what a tool of the maker did. */
  maker(part: MakerPart): void {
    this.#blocks += part.block === undefined ? 0 : encodeJson(part.block).length;
    if (this.#blocks > maxBlocks)
      throw createTooMuchError(this.#provider, 'results of its own tools', this.#blocks, maxBlocks);
    this.#parts.push(part);
  }

  /** Adds a source of the reply; only web pages count. Beyond the limit, further sources are only counted. */
  source({ url, title }: { readonly url: string; readonly title?: string | undefined }): void {
    const titled = title === undefined || title === '' ? {} : { title: cutToStart(title, sourceLimits.title) };
    const known = this.#sources.get(url);
    if (known !== undefined) this.#sources.set(url, { ...titled, ...known });
    else if (this.#sources.size >= sourceLimits.count) this.#moreSources += 1;
    else if (url.length <= sourceLimits.url && findWebHost(url) !== undefined)
      this.#sources.set(url, { url, ...titled });
  }

  /** The complete reply; undefined: its end is not known to leave it whole. `by`: the model that made it. */
  finish(ended: SdkFinishReason, usage: SdkUsage, by: string): ModelReply | undefined {
    const end = endOfAnswer(ended);
    if (end === undefined) return undefined;
    // Anthropic's stop reason for a turn that takes long
    // (platform.claude.com/docs/en/build-with-claude/handling-stop-reasons).
    const isPaused = ended.raw === 'pause_turn' && this.#parts.some(({ kind }) => kind === 'maker');
    const finishReason = isPaused ? 'paused' : end;
    const toolCalls = this.#toolCalls;
    // The libraries use 0 if a server reports nothing.
    const reasoningTokens = usage.outputTokens.reasoning || undefined;
    const cacheWriteTokens = usage.inputTokens.cacheWrite || undefined;
    const isUnset = this.#parts.length === 0 && toolCalls.length === 0;
    return {
      content: this.#content,
      // Some servers send `stop` even so.
      finishReason: finishReason === 'stop' && toolCalls.length > 0 ? 'tool_calls' : finishReason,
      ...defined({ toolCalls: omitEmpty(toolCalls) }),
      ...this.#originOf(by, reasoningTokens),
      // A request always has tokens, and so does a reply that is not empty: 0 means unknown.
      inputTokens: usage.inputTokens.total || null,
      outputTokens: usage.outputTokens.total || (isUnset ? (usage.outputTokens.total ?? null) : null),
      ...defined({ reasoningTokens }),
      cachedTokens: usage.inputTokens.cacheRead ?? 0,
      ...defined({ cacheWriteTokens }),
    };
  }

  /** Empty, if the reply consists only of its text and its calls. */
  #originOf(by: string, tokens: number | undefined): { readonly origin?: ReplyOrigin } {
    const parts = this.#parts.filter((part) => part.kind !== 'text' || part.length > 0 || part.opaque !== undefined);
    const sources = [...this.#sources.values()];
    const isPlainPart = ({ kind, ...part }: ReplyPart) => (kind === 'text' || kind === 'call') && !('opaque' in part);
    if (parts.every(isPlainPart) && sources.length === 0) return {};
    return {
      origin: {
        by,
        parts,
        ...defined({
          tokens,
          sources: omitEmpty(sources),
          moreSources: this.#moreSources === 0 ? undefined : this.#moreSources,
        }),
      },
    };
  }

  #mark(index: number, metadata: SdkMetadata): void {
    const part = this.#parts[index];
    const metadataOfPart = selectOpaque(metadata);
    if (part === undefined || part.kind === 'maker' || metadataOfPart === undefined) return;
    const opaque = mergeMetadata(part.opaque, metadataOfPart);
    this.#opaque += encodeJson(metadataOfPart).length;
    if (this.#opaque > maxOpaque) throw createTooMuchError(this.#provider, 'signatures', this.#opaque, maxOpaque);
    this.#parts[index] = { ...part, opaque };
  }
}

/** A maker's metadata of a part, without empty members; undefined if nothing is left. */
function selectOpaque(metadata: SdkMetadata): JsonObject | undefined {
  const makers = Object.entries(metadata ?? {}).flatMap(([maker, metadataOfPart]) => {
    const members = Object.entries(metadataOfPart ?? {}).filter(([, value]) => value !== null && value !== undefined);
    return members.length === 0 ? [] : [[maker, Object.fromEntries(members)] as const];
  });
  return makers.length === 0 ? undefined : (Object.fromEntries(makers) as JsonObject);
}

function mergeMetadata(before: JsonObject | undefined, metadataOfPart: JsonObject): JsonObject {
  const makers = Object.entries(metadataOfPart).map(([maker, members]) => {
    const known = before?.[maker];
    return [maker, isJsonObject(known) && isJsonObject(members) ? { ...known, ...members } : members] as const;
  });
  return { ...before, ...Object.fromEntries(makers) };
}

function createTooMuchError({ id, label }: ProviderConfig, what: string, used: number, limit: number): AppError {
  const message = `${label} sent more than ${limit / 2 ** 20} MB of ${what} with one answer, so it was stopped.`;
  return new AppError('RESOURCE_EXHAUSTION', message, {
    advice: 'Check what kind of server this is, or choose another model.',
    details: { resource: 'output', used, limit, provider: id },
  });
}
