import type { ByteSource } from './byte-source';
import { readLine } from './log-line';

const lineFeed = 0x0a;

/** Bytes read at once; more if a line is longer. */
const window = 65_536;

/** A whole line: its offset, that of the next line, and its bytes without the line feed. */
export interface Line {
  readonly start: number;
  readonly end: number;
  readonly bytes: Buffer;
}

/** Whole lines from the offset `at` on, which must be the start of a line. */
export function* scanLinesForward(source: ByteSource, at: number): Generator<Line> {
  let start = at;
  for (let length = window; start < source.size; ) {
    const bytes = source.read(start, length);
    let done = 0;
    for (let end = bytes.indexOf(lineFeed); end >= 0; end = bytes.indexOf(lineFeed, done)) {
      yield { start: start + done, end: start + end + 1, bytes: bytes.subarray(done, end) };
      done = end + 1;
    }
    // Fewer bytes than asked for: the source ends here, or its file has become shorter since it was opened.
    if (done === 0 && bytes.length < length) return;
    start += done;
    length = done === 0 ? length * 4 : window;
  }
}

/** Whole lines before the offset `end`, which must be the end of a line, the last line first. */
export function* scanLinesBackward(source: ByteSource, end: number): Generator<Line> {
  let stop = end;
  for (let length = window; stop > 0; ) {
    const from = Math.max(0, stop - length);
    const bytes = source.read(from, stop - from);
    let done = bytes.length;
    while (done > 0) {
      const start = done === 1 ? 0 : bytes.lastIndexOf(lineFeed, done - 2) + 1;
      if (start === 0 && from > 0) break;
      yield { start: from + start, end: from + done, bytes: bytes.subarray(start, done - 1) };
      done = start;
    }
    length = done === bytes.length ? length * 4 : window;
    stop = from + done;
  }
}

/** The end of the last whole line: what follows was not completely written. */
export function endOfLines(source: ByteSource): number {
  for (let end = source.size; end > 0; ) {
    const from = Math.max(0, end - window);
    const found = source.read(from, end - from).lastIndexOf(lineFeed);
    if (found >= 0) return from + found + 1;
    end = from;
  }
  return 0;
}

/** Below this many bytes, the binary search becomes a linear one. */
const near = 4096;

/**
 * Offset of the events from `seq` on: the end of the last intact line of an earlier event. Uses binary search, so that
 * few lines are read. Damaged lines at this offset may be of `seq` or of earlier events.
 */
export function findOffset(source: ByteSource, seq: number): number {
  let low = 0;
  for (let high = source.size; high - low > near; ) {
    const middle = low + Math.floor((high - low) / 2);
    const found = findSoundLine(source, middle, high);
    if (found !== undefined && found.seq < seq) low = found.end;
    else high = middle;
  }
  for (const { end, bytes } of scanLinesForward(source, low)) {
    const found = readLine(bytes);
    if (found !== undefined && found.seq >= seq) break;
    if (found !== undefined) low = end;
  }
  return low;
}

/** The first intact line that begins in [from, to). */
function findSoundLine(
  source: ByteSource,
  from: number,
  to: number,
): { readonly seq: number; readonly end: number } | undefined {
  for (const { start, end, bytes } of scanLinesForward(source, beginFrom(source, from))) {
    if (start >= to) return undefined;
    const found = readLine(bytes);
    if (found !== undefined) return { seq: found.seq, end };
  }
  return undefined;
}

/** Offset of the first line that begins at `at` or later. */
function beginFrom(source: ByteSource, at: number): number {
  for (let from = at - 1; from >= 0 && from < source.size; from += window) {
    const found = source.read(from, window).indexOf(lineFeed);
    if (found >= 0) return from + found + 1;
  }
  return at <= 0 ? 0 : source.size;
}
