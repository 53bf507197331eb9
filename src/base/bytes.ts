const encoder = new TextEncoder();

/** Length of a text in bytes of UTF-8, the unit of every size in the language. */
export function utf8Length(text: string): number {
  return encoder.encode(text).length;
}

/** The longest beginning of a text that takes at most so many bytes of UTF-8. Splits no code point. */
export function startOfBytes(text: string, bytes: number): string {
  // A character takes at least a byte; half a pair at the end is no code point.
  const part = text.slice(0, Math.max(0, bytes)).replace(/[\ud800-\udbff]$/, '');
  const encoded = encoder.encode(part);
  if (encoded.length <= bytes) return part;
  return new TextDecoder('utf-8').decode(encoded.subarray(0, cutBefore(encoded, bytes)));
}

/** The last place at or before `index` where UTF-8 can be cut without splitting a code point. Bytes that are none can be cut anywhere. */
export function cutBefore(bytes: Uint8Array, index: number): number {
  for (let back = 1; back <= Math.min(3, index); back++) {
    const byte = bytes[index - back] ?? 0;
    if (byte >> 6 === 0b10) continue;
    const length = byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : byte < 0xf8 ? 4 : 1;
    return length > back ? index - back : index;
  }
  return index;
}

/** The same at or after `index`; what lies before the bytes is taken to be UTF-8 too. */
export function cutAfter(bytes: Uint8Array, index: number): number {
  for (let ahead = 0; ahead <= 3; ahead++) {
    if (index + ahead >= bytes.length || (bytes[index + ahead] ?? 0) >> 6 !== 0b10) return index + ahead;
  }
  return index;
}
