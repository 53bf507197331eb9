import { createId } from '@/base/create-id';
import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/**
 * Represents blocks of maker's tools by unique texts while the library of a protocol builds a request, because the
 * library would change the blocks. At the end each text is replaced by its block, as the maker sent it.
 */
export class BlockMarks {
  readonly #blocks = new Map<string, JsonObject>();
  /** Unique to this call, so that no text of a conversation can be a mark. */
  readonly #nonce = createId();

  /** The text that represents a block. */
  mark(block: JsonObject): string {
    const text = `${this.#nonce} ${this.#blocks.size}`;
    this.#blocks.set(text, block);
    return text;
  }

  /** A body of any protocol with each mark replaced by its block. */
  fill(body: JsonObject): JsonObject {
    if (this.#blocks.size === 0) return body;
    const { messages, contents, input } = body;
    return {
      ...body,
      ...(Array.isArray(messages) ? { messages: messages.map((message) => this.#within(message, 'content')) } : {}),
      ...(Array.isArray(contents) ? { contents: contents.map((content) => this.#within(content, 'parts')) } : {}),
      ...(Array.isArray(input) ? { input: input.map((item) => this.#item(item)) } : {}),
    };
  }

  #within(message: Json, field: string): Json {
    const parts = isJsonObject(message) ? message[field] : undefined;
    if (!isJsonObject(message) || !Array.isArray(parts)) return message;
    return { ...message, [field]: parts.map((part) => this.#blockOf(part) ?? part) };
  }

  /** In OpenAI's format a block is an item itself; the text of a message may be a plain string instead of a part. */
  #item(item: Json): Json {
    const content = isJsonObject(item) ? item['content'] : undefined;
    const part = typeof content === 'string' ? { text: content } : Array.isArray(content) ? content[0] : undefined;
    return (part === undefined ? undefined : this.#blockOf(part)) ?? item;
  }

  #blockOf(part: Json): JsonObject | undefined {
    return isJsonObject(part) && typeof part['text'] === 'string' ? this.#blocks.get(part['text']) : undefined;
  }
}
