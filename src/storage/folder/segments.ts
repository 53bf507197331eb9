import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isMissing } from './file-error';

const unpack = promisify(gunzip);
const nameForm = /^events-(\d{12,16})-(\d{12,16})\.jsonl\.gz$/;

/** A sealed part of a log: the lines of its events as gzip, whose checksum tells a changed bit. Never written again. */
export interface LogSegment {
  readonly path: string;
  /** Numbers of the first and the last event that it was sealed with, by its name. */
  readonly first: number;
  readonly last: number;
}

/** Where a segment of these events lies in the folder of a run. */
export function segmentPath(folder: string, first: number, last: number): string {
  return join(folder, `events-${padded(first)}-${padded(last)}.jsonl.gz`);
}

/** A number as it stands in names of files, which then are in order by their names. */
export function padded(seq: number): string {
  return String(seq).padStart(12, '0');
}

/** The segments of a run in order. */
export function listSegments(folder: string): LogSegment[] {
  const segments: LogSegment[] = [];
  for (const name of fileNamesIn(folder)) {
    const [, first, last] = nameForm.exec(name) ?? [];
    if (first === undefined || last === undefined) continue;
    segments.push({ path: join(folder, name), first: Number(first), last: Number(last) });
  }
  return segments.sort((a, b) => a.first - b.first);
}

/** Names of what is in a folder; none if it is not there. */
export function fileNamesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** How many unpacked segments are kept for the next who asks: pages are read one after the other. */
const remembered = 2;

/** Reads segments. Rejects with an error of zlib for one that is damaged. */
export function createSegmentReader(): (path: string) => Promise<Buffer> {
  /** The one used last is the last. */
  const known = new Map<string, Promise<Buffer>>();
  return (path) => {
    // After a cut a segment of the same name may be another one.
    const { mtimeMs, size, ino } = statSync(path);
    const key = `${path} ${mtimeMs} ${size} ${ino}`;
    const lines = known.get(key) ?? readFile(path).then((bytes) => unpack(bytes));
    known.delete(key);
    known.set(key, lines);
    for (const oldest of known.keys()) if (known.size > remembered) known.delete(oldest);
    lines.catch(() => known.delete(key));
    return lines;
  };
}
