import { isJsonObject, type JsonObject } from '@/base/json';
import { encodeJson, tryDecodeJson, unquoteWholeNumbers } from '@/base/json-text';
import type { MakerPart, Source } from '@/plan/message';
import type { Protocol } from '../../provider-config';
import { objectsIn } from '../answers/read-answer';
import { AnthropicBlocks, anthropicPart } from './anthropic-blocks';
import { GoogleParts } from './google-parts';
import { openaiCitations, openaiPart } from './openai-items';

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
    const chunk = parsed(unquoteWholeNumbers(encodeJson(raw)));
    if (this.#protocol === 'openai') {
      const { item, type } = chunk;
      const done = type === 'response.output_item.done' && isJsonObject(item) ? [item] : [];
      return { parts: found(done, openaiPart), sources: openaiCitations(chunk) };
    }
    if (this.#protocol === 'anthropic') return { ...nothing, parts: found(this.#blocks.take(chunk), anthropicPart) };
    return this.#protocol === 'google' ? this.#candidate(chunk) : nothing;
  }

  /** Reads an answer that is not a stream, from its JSON. */
  whole(json: string): MakerNews {
    const body = parsed(json);
    if (this.#protocol === 'openai') {
      const items = objectsIn(body['output']);
      return { parts: found(items, openaiPart), sources: items.flatMap(openaiCitations) };
    }
    if (this.#protocol === 'anthropic') return { ...nothing, parts: found(objectsIn(body['content']), anthropicPart) };
    return this.#protocol === 'google' ? this.#candidate(body) : nothing;
  }

  #candidate({ candidates }: JsonObject): MakerNews {
    const [candidate = {}] = objectsIn(candidates);
    const { content, groundingMetadata: grounding } = candidate;
    const parts = found(objectsIn(isJsonObject(content) ? content['parts'] : undefined), (part) =>
      this.#google.part(part),
    );
    const searched = this.#google.searches(isJsonObject(grounding) ? grounding['webSearchQueries'] : undefined);
    return { ...nothing, parts: searched === undefined ? parts : [...parts, searched] };
  }
}

function found(objects: readonly JsonObject[], partOf: (object: JsonObject) => MakerPart | undefined) {
  return objects.map(partOf).filter((part) => part !== undefined);
}

function parsed(json: string): JsonObject {
  const value = tryDecodeJson(json);
  return isJsonObject(value) ? value : {};
}
