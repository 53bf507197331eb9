import type { CallFollower } from '@/engine/ports';

/**
 * Stands for the bytes of files while a request is put together, and puts them in at the very end: what builds, changes
 * and reads the body holds none of them, and the body grows page by page.
 */
export class FileMarks {
  readonly #open: CallFollower['openFile'];
  /** Of this call alone, so that no text can hold a mark. */
  readonly #nonce = crypto.randomUUID().replaceAll('-', '');

  constructor(open: CallFollower['openFile']) {
    this.#open = open;
  }

  /** What stands in JSON where the bytes are to stand, in base64. */
  mark(ref: string): string {
    return `${this.#nonce}${ref}`;
  }

  /** The body with the bytes in it; as it is where it has no mark. Error: `DAMAGED_RECORD` for bytes that are gone. */
  async fill(body: string): Promise<string | Blob> {
    const [first = '', ...others] = body.split(this.#nonce);
    if (others.length === 0) return body;
    const parts = [first];
    for (const part of others) {
      const pages = await this.#open?.(part.slice(0, refLength));
      if (pages !== undefined) for await (const text of base64Pages(pages)) parts.push(text);
      parts.push(part.slice(refLength));
    }
    return new Blob(parts);
  }
}

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
