import { utf8Length } from '@/base/bytes';
import type { CallFollower } from '@/engine/ports/model-client';
import type { AttachedFile } from '@/plan/attachments/attached-file';

/**
 * Stands for the bytes of files while a request is put together, and puts them in at the very end: what builds, changes
 * and reads the body holds none of them, and the body grows page by page.
 */
export class FileMarks {
  readonly #open: CallFollower['openFile'];
  /** Bytes of the files that have a mark, by ref. */
  readonly #sizes = new Map<string, number>();
  /** Of this call alone, so that no text can hold a mark. */
  readonly #nonce = crypto.randomUUID().replaceAll('-', '');

  constructor(open: CallFollower['openFile']) {
    this.#open = open;
  }

  /** What stands in JSON where the bytes are to stand, in base64. */
  mark({ ref, bytes }: Pick<AttachedFile, 'ref' | 'bytes'>): string {
    this.#sizes.set(ref, bytes);
    return `${this.#nonce}${ref}`;
  }

  /**
   * The body with the bytes in it, as a blob, which a browser need not hold in memory; as it is where it has no mark.
   * Error: `DAMAGED_RECORD` for bytes that are gone.
   */
  async fill(body: string): Promise<string | Blob> {
    if (!body.includes(this.#nonce)) return body;
    const parts: Blob[] = [];
    let texts: string[] = [];
    let length = 0;
    const pack = () => {
      parts.push(new Blob(texts));
      texts = [];
      length = 0;
    };
    for await (const text of this.#texts(body)) {
      texts.push(text);
      length += text.length;
      if (length >= packed) pack();
    }
    pack();
    return new Blob(parts);
  }

  /**
   * The same as a stream, which holds no more than a page of it, for who can send one, with its length in bytes;
   * undefined where the body has no mark.
   */
  stream(body: string): { readonly stream: ReadableStream<Uint8Array>; readonly length: number } | undefined {
    const [first = '', ...others] = body.split(this.#nonce);
    if (others.length === 0) return undefined;
    const files = others.map((part) => this.#sizes.get(part.slice(0, refLength)) ?? 0);
    const texts = [first, ...others.map((part) => part.slice(refLength))];
    const length =
      files.reduce((sum, bytes) => sum + Math.ceil(bytes / 3) * 4, 0) +
      texts.reduce((sum, text) => sum + utf8Length(text), 0);
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
      if (pages !== undefined) yield* base64Pages(pages);
      yield part.slice(refLength);
    }
    return undefined;
  }
}

/** Characters that are handed to the browser at once. */
const packed = 2 ** 20;

/** Of a SHA-256 in hexadecimal. */
const refLength = 64;
/** Bytes that are encoded at once: a multiple of three, as base64 needs no filling there. */
const step = 3 * 8192;

/** Bytes in base64, piece by piece. */
async function* base64Pages(pages: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = new Uint8Array();
  for await (const page of pages) {
    const bytes = new Uint8Array(rest.length + page.length);
    bytes.set(rest);
    bytes.set(page, rest.length);
    let at = 0;
    for (; at + step <= bytes.length; at += step) yield base64(bytes.subarray(at, at + step));
    rest = bytes.slice(at);
  }
  yield base64(rest);
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  // A call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(binary);
}
