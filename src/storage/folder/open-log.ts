import { closeSync, constants, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileSource } from './byte-source';
import { FollowedHead } from './followed-head';
import { frameOf } from './log-parts';
import type { RunFolder } from './run-folder';
import { endOfLines } from './scan-lines';
import { fileNamesIn, listSegments } from './segments';
import { trimTo } from './trim-to';

/** A log that is open for appending. */
export interface OpenLog {
  file: number;
  /** Bytes up to the end of the last whole line. */
  length: number;
  /** Number of the first event in the live file, or that the next one will have. */
  firstSeq: number;
  lastSeq: number;
  /** Whether the last line is sound. If it is not, the log has to be cut before it goes on. */
  isSound: boolean;
  /** From so many bytes on the oldest are sealed. */
  sealFrom: number;
  /** Set while that goes on; resolves in any case. */
  sealing?: Promise<void>;
  isClosed: boolean;
  readonly head: FollowedHead;
}

/** What has begun to be written, and was left by a crash. */
const unfinished = /^events.*\.tmp$/;

/**
 * Opens a log at the end of its last whole line, and clears up what a crash left: a torn line is cut off, of which
 * `onCut` is told how many bytes, segments are removed whose events are all still in the live file, and what goes
 * beyond the log. Only for the process that holds the run.
 */
export function openLog(folder: RunFolder, sealFrom: number, onCut: (bytes: number) => void): OpenLog {
  for (const name of fileNamesIn(folder.path))
    if (unfinished.test(name)) rmSync(join(folder.path, name), { force: true });
  const file = openSync(folder.events, constants.O_RDWR | constants.O_CREAT, 0o666);
  try {
    const { size } = fstatSync(file);
    const length = endOfLines(fileSource(file, size));
    if (length < size) {
      ftruncateSync(file, length);
      onCut(size - length);
    }
    const segments = listSegments(folder.path);
    const { first, last, isSound } = frameOf(fileSource(file, length), segments.at(-1)?.last ?? 0);
    for (const segment of segments) if (length > 0 && segment.first >= first) rmSync(segment.path);
    trimTo(folder, last);
    return {
      file,
      length,
      firstSeq: first,
      lastSeq: last,
      isSound,
      sealFrom,
      isClosed: false,
      head: new FollowedHead(),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Appends all or nothing, as far as a reader of whole lines can tell. */
export function writeLines(log: OpenLog, bytes: Buffer): void {
  try {
    writeFully(log.file, bytes, log.length);
  } catch (error) {
    // A part may have found room. If it cannot be cut off, the log is opened anew, and it is cut off then.
    ftruncateSync(log.file, log.length);
    throw error;
  }
  log.length += bytes.length;
}

/** Writes all of the bytes at a place of a file. */
export function writeFully(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

/** Lets go of the file. */
export function closeLog(log: OpenLog): void {
  if (!log.isClosed) closeSync(log.file);
  log.isClosed = true;
}
