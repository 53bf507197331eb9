import { isJsonObject, type Json, type JsonObject } from '@/base/json';

/**
 * Stands for what maker's tools did while a request is put together by the library of its protocol, which would change
 * it: a text of its own in the place of each, for which it is put in at the end as its maker sent it.
 */
export class BlockMarks {
  readonly #blocks = new Map<string, JsonObject>();
  /** Of this call alone, so that no text of a conversation is a mark. */
  readonly #nonce = crypto.randomUUID();

  /** The text that stands for a block. */
  mark(block: JsonObject): string {
    const text = `${this.#nonce} ${this.#blocks.size}`;
    this.#blocks.set(text, block);
    return text;
  }

  /** A body of any protocol with the blocks in their places. */
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

  /** Of OpenAI's items the block is one itself; the text of a message may stand there without a part around it. */
  #item(item: Json): Json {
    const content = isJsonObject(item) ? item['content'] : undefined;
    const part = typeof content === 'string' ? { text: content } : Array.isArray(content) ? content[0] : undefined;
    return (part === undefined ? undefined : this.#blockOf(part)) ?? item;
  }

  #blockOf(part: Json): JsonObject | undefined {
    return isJsonObject(part) && typeof part['text'] === 'string' ? this.#blocks.get(part['text']) : undefined;
  }
}
