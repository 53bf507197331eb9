/** A text with its line breaks as XML has them, `\n`, and the way back to the offsets of the text as it was. */
export interface NormalText {
  readonly text: string;
  readonly offsetIn: (offset: number) => number;
}

/** Replaces `\r\n` and `\r` by `\n`. The parser would do so too, but in quadratic time. */
export function normalizeLineBreaks(written: string): NormalText {
  if (!written.includes('\r')) return { text: written, offsetIn: (offset) => offset };
  /** Offsets, in the new text, of the line breaks before which a `\r` was taken out. */
  const shortened: number[] = [];
  for (let at = written.indexOf('\r\n'); at !== -1; at = written.indexOf('\r\n', at + 2)) {
    shortened.push(at - shortened.length);
  }
  const offsetIn = (offset: number): number => {
    let low = 0;
    let high = shortened.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shortened[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
  return { text: written.replace(/\r\n?/g, '\n'), offsetIn };
}
