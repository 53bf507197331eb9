import { readdirSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { isMissing } from './file-error';

const unpack = promisify(gunzip);
const nameForm = /^events-(\d{12,16})-(\d{12,16})\.jsonl\.gz$/;

/** A sealed part of a log: the lines of its events as gzip, whose checksum detects damage. It is never changed. */
export interface LogSegment {
  readonly path: string;
  /** Numbers of its first and last event when it was sealed, from its name. */
  readonly first: number;
  readonly last: number;
}

/** Path of the segment with these events in the folder of a run. */
export function buildSegmentPath(folder: string, first: number, last: number): string {
  return join(folder, `events-${padSeq(first)}-${padSeq(last)}.jsonl.gz`);
}

/** A number as written in file names, so that sorting by name sorts by number. */
export function padSeq(seq: number): string {
  return String(seq).padStart(12, '0');
}

/** The segments of a run in order. */
export function listSegments(folder: string): LogSegment[] {
  const segments: LogSegment[] = [];
  for (const name of listFileNames(folder)) {
    const [, first, last] = nameForm.exec(name) ?? [];
    if (first === undefined || last === undefined) continue;
    segments.push({ path: join(folder, name), first: Number(first), last: Number(last) });
  }
  return segments.sort((a, b) => a.first - b.first);
}

/** Names of the entries of a folder; none if it does not exist. */
export function listFileNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** How many unpacked segments are cached: pages are usually read in sequence. */
const remembered = 2;

/** Reads segments through a small cache. Rejects with an error of zlib for a damaged one. */
export function createSegmentReader(): (path: string) => Promise<Buffer> {
  /** The most recently used comes last. */
  const known = new Map<string, Promise<Buffer>>();
  return (path) => {
    // After a cut, a segment of the same name may have other contents.
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
