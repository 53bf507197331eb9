import { crc32 } from 'node:zlib';
import { decodeJson, encodeJson } from '@/base/json-text';
import type { RunEvent } from '@/run/events';

/**
 * A line of a log: the JSON of an event, followed by its checksum (CRC-32), which detects damaged lines. The checksum
 * is written as 32 spaces and tabs, one for each bit: any JSON reader sees only the event, which needs no extra field.
 * Lines of earlier versions of Heddle have no checksum.
 */

const sumBytes = 32;
const [space, tab] = [0x20, 0x09];
/** The spaces and tabs for each byte of a checksum. */
const signs = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(2).padStart(8, '0').replaceAll('0', ' ').replaceAll('1', '\t'),
);

/** Events as lines of a file. */
export function toLines(events: readonly RunEvent[]): Buffer {
  return Buffer.from(events.map(toLine).join(''));
}

/** A JSON value as a line, with its line feed. */
export function toLine(value: object): string {
  const json = encodeJson(value);
  const sum = crc32(json);
  return `${json}${signs[sum >>> 24]}${signs[(sum >>> 16) & 255]}${signs[(sum >>> 8) & 255]}${signs[sum & 255]}\n`;
}

/** An event with a number, provided that Heddle wrote the line: nothing else of its shape is checked. */
export interface Numbered {
  readonly seq: number;
}

/** The event in a line of a log, given without its line feed; undefined if it is damaged. */
export function readLine(line: Buffer): Numbered | undefined {
  const value = fromLine(line);
  return isNumbered(value) ? value : undefined;
}

/** The inverse of {@link toLine}, without the line feed; undefined if the line is damaged. */
export function fromLine(line: Buffer): unknown {
  const end = line.length - sumBytes;
  const sum = sumAt(line, end);
  if (sum !== undefined && crc32(line.subarray(0, end)) !== sum) return undefined;
  try {
    return decodeJson(line.toString('utf8', 0, sum === undefined ? line.length : end));
  } catch {
    return undefined;
  }
}

/** The checksum at the end of a line; undefined if it has none. */
function sumAt(line: Buffer, at: number): number | undefined {
  if (at < 0) return undefined;
  let sum = 0;
  for (let index = at; index < line.length; index += 1) {
    const sign = line[index];
    if (sign !== space && sign !== tab) return undefined;
    sum = sum * 2 + (sign === tab ? 1 : 0);
  }
  return sum;
}

function isNumbered(value: unknown): value is Numbered {
  return typeof value === 'object' && value !== null && 'seq' in value && Number.isSafeInteger(value.seq);
}
