import { isJsonObject, type JsonObject } from '@/base/json';
import { encodeJson, tryDecodeJson, unquoteWholeNumbers } from '@/base/json-text';
import type { MakerPart, Source } from '@/plan/message';
import type { Protocol } from '../../provider-config';
import { listObjects } from '../answers/read-answer';
import { AnthropicBlocks, readAnthropicPart } from './anthropic-blocks';
import { GoogleParts } from './google-parts';
import { listOpenaiCitations, readOpenaiPart } from './openai-items';

/** What an answer contains about its maker's tools: parts in order, and pages with their titles. */
export interface MakerNews {
  readonly parts: readonly MakerPart[];
  readonly sources: readonly Source[];
}

const nothing: MakerNews = { parts: [], sources: [] };

/**
 * Reads what a maker's own tools did from the raw answer: the libraries of the protocols change or drop these parts,
 * but a maker wants them back unmodified.
 */
export class MakerReader {
  readonly #protocol: Protocol;
  readonly #blocks = new AnthropicBlocks();
  readonly #google = new GoogleParts();

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  /** Reads a chunk of a stream. */
  chunk(raw: unknown): MakerNews {
    // The library was given its numbers quoted.
    const chunk = parseObject(unquoteWholeNumbers(encodeJson(raw)));
    if (this.#protocol === 'openai') {
      const { item, type } = chunk;
      const done = type === 'response.output_item.done' && isJsonObject(item) ? [item] : [];
      return { parts: collectParts(done, readOpenaiPart), sources: listOpenaiCitations(chunk) };
    }
    if (this.#protocol === 'anthropic')
      return { ...nothing, parts: collectParts(this.#blocks.take(chunk), readAnthropicPart) };
    return this.#protocol === 'google' ? this.#candidate(chunk) : nothing;
  }

  /** Reads an answer that is not a stream, from its JSON. */
  whole(json: string): MakerNews {
    const body = parseObject(json);
    if (this.#protocol === 'openai') {
      const items = listObjects(body['output']);
      return { parts: collectParts(items, readOpenaiPart), sources: items.flatMap(listOpenaiCitations) };
    }
    if (this.#protocol === 'anthropic')
      return { ...nothing, parts: collectParts(listObjects(body['content']), readAnthropicPart) };
    return this.#protocol === 'google' ? this.#candidate(body) : nothing;
  }

  #candidate({ candidates }: JsonObject): MakerNews {
    const [candidate = {}] = listObjects(candidates);
    const { content, groundingMetadata: grounding } = candidate;
    const parts = collectParts(listObjects(isJsonObject(content) ? content['parts'] : undefined), (part) =>
      this.#google.part(part),
    );
    const searched = this.#google.searches(isJsonObject(grounding) ? grounding['webSearchQueries'] : undefined);
    return { ...nothing, parts: searched === undefined ? parts : [...parts, searched] };
  }
}

function collectParts(objects: readonly JsonObject[], partOf: (object: JsonObject) => MakerPart | undefined) {
  return objects.map(partOf).filter((part) => part !== undefined);
}

function parseObject(json: string): JsonObject {
  const value = tryDecodeJson(json);
  return isJsonObject(value) ? value : {};
}
