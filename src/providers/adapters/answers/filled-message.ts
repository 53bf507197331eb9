import { encodeCanonicalJson, isJsonObject, type Json, type JsonObject } from '@/base/json';
import { readOptionalNumbers, readTextOrNothing } from './read-answer';

/** The events that the library knows; it takes any other, such as one of the future, for a fault. */
const known: ReadonlySet<Json | undefined> = new Set([
  'message_start',
  'message_delta',
  'message_stop',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'ping',
  'error',
]);

/** The block that a piece belongs to, by the type of the piece. A call of a tool cannot be begun: it has a name. */
const blockOf: Readonly<Record<string, JsonObject>> = {
  text_delta: { type: 'text', text: '' },
  thinking_delta: { type: 'thinking', thinking: '' },
};

/**
 * Fills in what Anthropic’s messages always have, their library requires, and gateways to other models leave out:
 * usage, the beginning of the message and of a block, the end of a block, the type of an error. A value of the wrong
 * type counts as left out; numbers of 0 mean that nothing is known.
 */
export class FilledMessage {
  readonly #open = new Set<Json>();
  #hasBegun = false;

  event(event: JsonObject): readonly JsonObject[] {
    const written = encodeCanonicalJson(event);
    return this.#complete(event).map((made) => (encodeCanonicalJson(made) === written ? event : made));
  }

  /** An answer that is not a stream. */
  whole(body: JsonObject): JsonObject {
    const usage = { input_tokens: 0, output_tokens: 0, ...readOptionalNumbers(body['usage']) };
    const made = { ...body, usage };
    return encodeCanonicalJson(made) === encodeCanonicalJson(body) ? body : made;
  }

  #complete(event: JsonObject): readonly JsonObject[] {
    const { type } = event;
    if (!known.has(type)) return [];
    if (type === 'error') return [{ ...event, error: fillError(event['error']) }];
    if (type === 'ping') return [event];
    const begin = this.#hasBegun || type === 'message_start' ? [] : [fillStart({})];
    this.#hasBegun = true;
    return [...begin, ...this.#filled(event)];
  }

  #filled(event: JsonObject): readonly JsonObject[] {
    const { type, delta, content_block: block } = event;
    const index = typeof event['index'] === 'number' ? event['index'] : 0;
    switch (type) {
      case 'message_start':
        return [fillStart(event)];
      case 'content_block_start':
        this.#open.add(index);
        return [{ ...event, index, content_block: fillBlockText(block) }];
      case 'content_block_delta': {
        const started = isJsonObject(delta) ? blockOf[String(delta['type'])] : undefined;
        const begin = this.#open.has(index) || started === undefined ? [] : [startBlock(index, started)];
        if (started !== undefined) this.#open.add(index);
        return [...begin, { ...event, index }];
      }
      case 'content_block_stop':
        return this.#open.delete(index) ? [{ ...event, index }] : [];
      case 'message_delta': {
        const usage = { output_tokens: 0, ...readOptionalNumbers(event['usage']) };
        const isEnd = isJsonObject(delta) && readTextOrNothing(delta['stop_reason']) !== undefined;
        return [...(isEnd ? this.#closeAll() : []), { ...event, delta: isJsonObject(delta) ? delta : {}, usage }];
      }
      default:
        return [...this.#closeAll(), event];
    }
  }

  #closeAll(): readonly JsonObject[] {
    const stops = [...this.#open].map((index) => ({ type: 'content_block_stop', index }));
    this.#open.clear();
    return stops;
  }
}

function fillStart(event: JsonObject): JsonObject {
  const message = isJsonObject(event['message']) ? event['message'] : {};
  const { content } = message;
  const usage = { input_tokens: 0, ...readOptionalNumbers(message['usage']) };
  // Only calls of tools may stand here; other content comes in blocks.
  const calls = Array.isArray(content)
    ? content.filter((part) => isJsonObject(part) && part['type'] === 'tool_use')
    : [];
  return { ...event, type: 'message_start', message: { ...message, content: calls, usage } };
}

function startBlock(index: number, block: JsonObject): JsonObject {
  return { type: 'content_block_start', index, content_block: block };
}

function fillBlockText(block: Json | undefined): Json {
  if (!isJsonObject(block)) return { type: 'text', text: '' };
  return { ...blockOf[`${String(block['type'])}_delta`], ...block };
}

function fillError(error: Json | undefined): JsonObject {
  if (!isJsonObject(error)) return { type: 'api_error', message: typeof error === 'string' ? error : '' };
  return { type: 'api_error', message: '', ...error };
}
