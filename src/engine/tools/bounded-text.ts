import { utf8Length } from '@/base/bytes';

/** The start of a text, up to so many bytes of UTF-8 and never half a character, with a line that tells of the rest. */
export function boundedText(text: string, maxBytes: number): string {
  // A character of UTF-16 has at most three bytes.
  if (text.length * 3 <= maxBytes) return text;
  const length = utf8Length(text);
  if (length <= maxBytes) return text;
  return `${utf8Start(text, maxBytes)}\n[cut off: ${maxBytes} of ${length} bytes]`;
}

function utf8Start(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text).subarray(0, maxBytes);
  // Left to stream, half a character at the end is held back.
  return new TextDecoder().decode(bytes, { stream: true });
}
