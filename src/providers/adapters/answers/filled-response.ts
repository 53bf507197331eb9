import { encodeCanonicalJson, isJsonObject, type Json, type JsonObject } from '@/base/json';
import { listObjects, readOptionalNumbers, readTextOrNothing } from './read-answer';

/** The events with the whole response. */
const whole = /^response\.(created|in_progress|completed|incomplete|failed)$/;
const textDelta = 'response.output_text.delta';

/**
 * Fills in what OpenAI’s Responses always have, their library requires, and other servers leave out: numbers of events,
 * ids of items, the beginning of an item, and the pieces of a text that came as a whole (zyycn/codex-proxy-rs #90,
 * Sophomoresty/gemini-web2api #57). A usage without its numbers is left out.
 */
export class FilledResponse {
  /** The ids of the items that have begun, by their position. */
  readonly #begun = new Map<Json, string>();
  /** The items whose text has come. */
  readonly #said = new Set<string>();

  event(event: JsonObject): readonly JsonObject[] {
    const written = encodeCanonicalJson(event);
    return this.#complete(event).map((made) => (encodeCanonicalJson(made) === written ? event : made));
  }

  /** An answer that is not a stream. */
  whole(body: JsonObject): JsonObject {
    const { usage } = body;
    const made = usage === undefined ? body : { ...body, usage: readUsage(usage) };
    return encodeCanonicalJson(made) === encodeCanonicalJson(body) ? body : made;
  }

  #complete(event: JsonObject): readonly JsonObject[] {
    const type = typeof event['type'] === 'string' ? event['type'] : '';
    if (whole.test(type)) return this.#response(event, type);
    if (type === 'response.output_item.added') return [this.#item(event)];
    if (type === 'response.output_item.done') return this.#done(event);
    if (type === textDelta) return this.#text(event, readWords(event['delta']));
    // The text as a whole, behind its pieces or instead of them.
    if (type === 'response.output_text.done') {
      return this.#said.has(this.#idAt(event)) ? [event] : [...this.#text(event, readWords(event['text'])), event];
    }
    return [event];
  }

  /** A response, with the texts in it that did not come before. */
  #response(event: JsonObject, type: string): readonly JsonObject[] {
    const response = isJsonObject(event['response']) ? event['response'] : {};
    const { usage, error } = response;
    const filled: JsonObject = {
      ...response,
      ...(type === 'response.failed' && isJsonObject(error) ? { error: { message: '', ...error } } : {}),
      id: readWords(response['id']),
      model: readWords(response['model']),
      created_at: typeof response['created_at'] === 'number' ? response['created_at'] : 0,
      ...(usage === undefined ? {} : { usage: readUsage(usage) }),
    };
    const numbered = typeof event['sequence_number'] === 'number' ? event : { ...event, sequence_number: 0 };
    const before = type === 'response.completed' && this.#begun.size === 0 ? this.#items(response['output']) : [];
    return [...before, { ...numbered, response: filled }];
  }

  #items(output: Json | undefined): readonly JsonObject[] {
    return listObjects(output).flatMap((item, index) =>
      this.#done({ type: 'response.output_item.done', output_index: index, item }),
    );
  }

  /** An item that is done, with its beginning and its text, if they did not come. */
  #done(event: JsonObject): readonly JsonObject[] {
    const index = readIndex(event);
    const begin = this.#begun.has(index) ? [] : [this.#item({ ...event, type: 'response.output_item.added' })];
    const done = this.#item(event);
    const item = isJsonObject(done['item']) ? done['item'] : {};
    const isCall = item['type'] === 'function_call';
    const status = isCall && readWords(item['status']) === '' ? { status: 'completed' } : {};
    const text =
      item['type'] === 'message' && !this.#said.has(readWords(item['id'])) ? joinContentText(item['content']) : '';
    const said = text === '' ? [] : this.#text({ output_index: index }, text);
    return [...begin, ...said, { ...done, item: { ...item, ...status } }];
  }

  /** A piece of a text, with the beginning of its item. */
  #text(event: JsonObject, delta: string): readonly JsonObject[] {
    const index = readIndex(event);
    const begin = this.#begun.has(index)
      ? []
      : [this.#item({ type: 'response.output_item.added', output_index: index, item: { type: 'message' } }, event)];
    const id = this.#idAt(event);
    this.#said.add(id);
    return [...begin, { ...event, type: textDelta, output_index: index, item_id: id, delta }];
  }

  /** An event with an item that has an id and a position. `from`: an event that may name the id. */
  #item(event: JsonObject, from: JsonObject = {}): JsonObject {
    const index = readIndex(event);
    const item = isJsonObject(event['item']) ? event['item'] : {};
    const id = readWords(item['id']) || this.#begun.get(index) || readWords(from['item_id']) || `item_${index}`;
    this.#begun.set(index, id);
    const call = item['type'] === 'function_call' ? { call_id: id, name: '', arguments: '' } : {};
    return { ...event, output_index: index, item: { ...call, ...item, id } };
  }

  #idAt(event: JsonObject): string {
    return this.#begun.get(readIndex(event)) ?? readWords(event['item_id']);
  }
}

function readWords(value: Json | undefined): string {
  return readTextOrNothing(value) ?? '';
}

function readIndex({ output_index: index }: JsonObject): number {
  return typeof index === 'number' ? index : 0;
}

/** The text of a message as a whole. */
function joinContentText(content: Json | undefined): string {
  return listObjects(content)
    .map(({ type, text }) => (type === 'output_text' ? readWords(text) : ''))
    .join('');
}

/** Null: nothing is known of what the response took. */
function readUsage(usage: Json | undefined): Json {
  const { input_tokens: input, output_tokens: output, ...more } = readOptionalNumbers(usage);
  return input === undefined || output === undefined ? null : { ...more, input_tokens: input, output_tokens: output };
}
