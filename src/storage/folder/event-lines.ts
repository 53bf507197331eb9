import { closeSync, ftruncateSync, openSync, readSync, statSync } from 'node:fs';
import type { RunEvent } from '@/run/events';
import { readEvent } from '../event-chunk';
import { damaged } from '../records';

const lineFeed = 0x0a;

/** Events as lines of a file. */
export function toLines(events: readonly RunEvent[]): Buffer {
  return Buffer.from(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/**
 * The events of a file with `seq` in [from, to]. What stands behind the last line feed was not written to its end and is passed
 * over. Throws `DAMAGED_RECORD`, or `NEWER_VERSION`.
 */
export function fromLines(bytes: Buffer, what: string, from: number, to: number): RunEvent[] {
  const events: RunEvent[] = [];
  // Events are dense from 1, one a line, so the number of the line is that of its event.
  let seq = 1;
  let start = 0;
  for (let end = bytes.indexOf(lineFeed); end >= 0 && seq <= to; end = bytes.indexOf(lineFeed, start)) {
    if (seq >= from) {
      const event = readEvent(parse(bytes.subarray(start, end), what), what);
      if (event.seq !== seq) throw damaged(what, undefined);
      events.push(event);
    }
    seq += 1;
    start = end + 1;
  }
  return events;
}

/** A log that is open for appending. */
export interface OpenLog {
  readonly file: number;
  /** Bytes up to the end of the last whole line. */
  length: number;
  lastSeq: number;
}

/** Opens a log at the end of its last whole line. What a crash left behind it is cut off; `onCut` is told how many bytes. */
export function openLog(path: string, what: string, onCut: (bytes: number) => void): OpenLog {
  const file = openSync(path, 'a+');
  closeSync(file);
  const opened = openSync(path, 'r+');
  try {
    const size = statSync(path).size;
    const { length, last } = lastLine(opened, size);
    if (length < size) {
      ftruncateSync(opened, length);
      onCut(size - length);
    }
    const lastSeq = last === undefined ? 0 : readEvent(parse(last, what), what).seq;
    return { file: opened, length, lastSeq };
  } catch (error) {
    closeSync(opened);
    throw error;
  }
}

/** The last whole line, and where it ends. Read from the end, in ever larger parts. */
function lastLine(file: number, size: number): { readonly length: number; readonly last: Buffer | undefined } {
  for (let window = 65_536; ; window *= 4) {
    const from = Math.max(0, size - window);
    const bytes = Buffer.alloc(size - from);
    readSync(file, bytes, 0, bytes.length, from);
    const end = bytes.lastIndexOf(lineFeed);
    const before = end <= 0 ? -1 : bytes.lastIndexOf(lineFeed, end - 1);
    if (before >= 0 || from === 0) {
      return end < 0
        ? { length: 0, last: undefined }
        : { length: from + end + 1, last: bytes.subarray(before + 1, end) };
    }
  }
}

function parse(line: Buffer, what: string): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch (error) {
    throw damaged(what, error);
  }
}
