import { computeUtf8Length } from '@/base/bytes';

/**
 * The start of a text: at most so many bytes of UTF-8, never half a character, and a line that says what was cut off.
 */
export function boundText(text: string, maxBytes: number): string {
  // One UTF-16 code unit has at most three bytes in UTF-8.
  if (text.length * 3 <= maxBytes) return text;
  const length = computeUtf8Length(text);
  if (length <= maxBytes) return text;
  return `${cutUtf8Start(text, maxBytes)}\n[cut off: ${maxBytes} of ${length} bytes]`;
}

function cutUtf8Start(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text).subarray(0, maxBytes);
  // In stream mode the decoder holds back half a character at the end.
  return new TextDecoder().decode(bytes, { stream: true });
}
