import type { ScriptSink } from '@/engine/ports/script-runner';

/** Characters that are passed to the sink at once. */
const pageLength = 2 ** 18;

/** Passes output to a sink in pieces. */
export async function passOutput(
  stream: 'stdout' | 'stderr',
  printed: Iterable<Uint8Array>,
  sink: ScriptSink,
): Promise<void> {
  for (const bytes of printed) if (bytes.length > 0) await sink(stream, bytes);
}

/** A text as UTF-8, in pieces. */
export function* encodePrintedText(text: string): Iterable<Uint8Array> {
  const encoder = new TextEncoder();
  for (let from = 0; from < text.length; ) {
    const to = from + pageLength;
    const splits = isHighSurrogate(text.charCodeAt(to - 1)) && to < text.length;
    yield encoder.encode(text.slice(from, splits ? to - 1 : to));
    from = splits ? to - 1 : to;
  }
}

/** A text with one character for each byte, as bytes in pieces. */
export function* convertPrintedBytes(text: string): Iterable<Uint8Array> {
  for (let from = 0; from < text.length; from += pageLength) {
    const part = text.slice(from, from + pageLength);
    yield Uint8Array.from(part, (character) => character.charCodeAt(0));
  }
}

function isHighSurrogate(code: number): boolean {
  return code >> 10 === 0b110110;
}
