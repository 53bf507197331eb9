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
  let end = bytes;
  while (end > 0 && ((encoded[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return new TextDecoder('utf-8').decode(encoded.subarray(0, end));
}
