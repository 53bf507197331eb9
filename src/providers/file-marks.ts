import { encodeBase64 } from '@/base/base64';
import { computeUtf8Length } from '@/base/bytes';
import { createId } from '@/base/create-id';
import type { CallFollower } from '@/engine/ports/model-client';
import type { AttachedFile } from '@/plan/attachments/attached-file';

/**
 * Represents the bytes of files by marks while a request is built, and inserts the bytes at the very end: code that
 * builds, changes and reads the body holds none of them in memory, and the body grows page by page.
 */
export class FileMarks {
  readonly #open: CallFollower['openFile'];
  /** Bytes of the files with a mark, by ref. */
  readonly #sizes = new Map<string, number>();
  /** Unique to this call, so that no text can contain a mark by chance. */
  readonly #nonce = createId();

  constructor(open: CallFollower['openFile']) {
    this.#open = open;
  }

  /** The text that represents the bytes in JSON, where they will be inserted in base64. */
  mark({ ref, bytes }: Pick<AttachedFile, 'ref' | 'bytes'>): string {
    this.#sizes.set(ref, bytes);
    return `${this.#nonce}${ref}`;
  }

  /**
   * The body with the bytes inserted, as a blob, which a browser need not hold in memory; a body without marks is
   * returned as it is. Error: `DAMAGED_RECORD` for missing bytes.
   */
  async fill(body: string): Promise<string | Blob> {
    if (!body.includes(this.#nonce)) return body;
    const parts: Blob[] = [];
    let texts: string[] = [];
    let length = 0;
    const packTexts = () => {
      parts.push(new Blob(texts));
      texts = [];
      length = 0;
    };
    for await (const text of this.#texts(body)) {
      texts.push(text);
      length += text.length;
      if (length >= blobLength) packTexts();
    }
    packTexts();
    return new Blob(parts);
  }

  /**
   * The body with the bytes inserted, as a stream that holds only one page of it in memory, with its length in bytes;
   * undefined for a body without marks.
   */
  stream(body: string): { readonly stream: ReadableStream<Uint8Array>; readonly length: number } | undefined {
    const [first = '', ...others] = body.split(this.#nonce);
    if (others.length === 0) return undefined;
    const files = others.map((part) => this.#sizes.get(part.slice(0, refLength)) ?? 0);
    const texts = [first, ...others.map((part) => part.slice(refLength))];
    const length =
      files.reduce((sum, bytes) => sum + Math.ceil(bytes / 3) * 4, 0) +
      texts.reduce((sum, text) => sum + computeUtf8Length(text), 0);
    const pieces = this.#texts(body);
    const encoder = new TextEncoder();
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await pieces.next();
        if (done) controller.close();
        else if (value !== '') controller.enqueue(encoder.encode(value));
        else await this.pull?.(controller);
      },
      cancel: async () => {
        await pieces.return(undefined);
      },
    });
    return { stream, length };
  }

  async *#texts(body: string): AsyncGenerator<string, undefined> {
    const [first = '', ...others] = body.split(this.#nonce);
    yield first;
    for (const part of others) {
      const pages = await this.#open?.(part.slice(0, refLength));
      if (pages !== undefined) yield* encodeBase64Pages(pages);
      yield part.slice(refLength);
    }
    return undefined;
  }
}

/** Characters that are put into one blob. */
const blobLength = 2 ** 20;

/** Characters of a SHA-256 in hexadecimal. */
const refLength = 64;
/** Bytes that are encoded at once: a multiple of three, so that base64 needs no padding between pieces. */
const readStepBytes = 3 * 8192;

/** Bytes in base64, in pieces. */
async function* encodeBase64Pages(pages: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = new Uint8Array();
  for await (const page of pages) {
    const bytes = new Uint8Array(rest.length + page.length);
    bytes.set(rest);
    bytes.set(page, rest.length);
    let at = 0;
    for (; at + readStepBytes <= bytes.length; at += readStepBytes)
      yield encodeBase64(bytes.subarray(at, at + readStepBytes));
    rest = bytes.slice(at);
  }
  yield encodeBase64(rest);
}
