const encoder = new TextEncoder();
/** Short texts are encoded into this buffer: allocating memory for each would cost twice as much as everything else. */
const scratch = new Uint8Array(4096);
/** A UTF-16 unit takes at most three bytes of UTF-8. */
const shortLength = scratch.length / 3;

/** Length of a text in bytes of UTF-8, the unit of every size in the language. */
export function computeUtf8Length(text: string): number {
  return text.length > shortLength ? encoder.encode(text).length : encoder.encodeInto(text, scratch).written;
}

/** The UTF-8 bytes of a text, for immediate use: the next call overwrites them. */
export function encodePassingBytes(text: string): Uint8Array {
  return text.length > shortLength
    ? encoder.encode(text)
    : scratch.subarray(0, encoder.encodeInto(text, scratch).written);
}

/** The longest start of a text that takes at most this many bytes of UTF-8. Splits no code point. */
export function startOfBytes(text: string, bytes: number): string {
  // A character takes at least one byte; half a surrogate pair at the end is removed.
  const part = text.slice(0, Math.max(0, bytes)).replace(/[\ud800-\udbff]$/, '');
  const encoded = encoder.encode(part);
  if (encoded.length <= bytes) return part;
  return new TextDecoder('utf-8').decode(encoded.subarray(0, cutBefore(encoded, bytes)));
}

/**
 * The last offset at or before `index` where UTF-8 can be cut without splitting a code point. Invalid UTF-8 can be cut
 * anywhere.
 */
export function cutBefore(bytes: Uint8Array, index: number): number {
  for (let back = 1; back <= Math.min(3, index); back++) {
    const byte = bytes[index - back] ?? 0;
    if (byte >> 6 === 0b10) continue;
    const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 1;
    return length > back ? index - back : index;
  }
  return index;
}

/** The first such offset at or after `index`; the bytes before the given ones are assumed to be UTF-8 too. */
export function cutAfter(bytes: Uint8Array, index: number): number {
  for (let ahead = 0; ahead <= 3; ahead++) {
    if (index + ahead >= bytes.length || (bytes[index + ahead] ?? 0) >> 6 !== 0b10) return index + ahead;
  }
  return index;
}

/** Concatenates bytes into a new array. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  for (const part of parts) {
    all.set(part, end);
    end += part.length;
  }
  return all;
}
