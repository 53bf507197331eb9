import { closeSync, constants, fstatSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createByteSource } from './byte-source';
import { FollowedHead } from './followed-head';
import { readFrame } from './log-parts';
import type { RunFolder } from './run-folder';
import { endOfLines } from './scan-lines';
import { listFileNames, listSegments } from './segments';
import { trimTo } from './trim-to';

/** A log that is open for appending. */
export interface OpenLog {
  file: number;
  /** Bytes up to the end of the last whole line. */
  length: number;
  /** Number of the first event in the live file, or that the next one will have. */
  firstSeq: number;
  lastSeq: number;
  /** Whether the last line is intact. If not, the log has to be cut before it can continue. */
  isSound: boolean;
  /** When the live file reaches this many bytes, the oldest events are sealed. */
  sealFrom: number;
  /** Set while events are being sealed; never rejects. */
  sealing?: Promise<void>;
  isClosed: boolean;
  readonly head: FollowedHead;
}

/** Files that a crash left unfinished. */
const unfinished = /^events.*\.tmp$/;

/**
 * Opens a log at the end of its last whole line, and cleans up after a crash: cuts off a torn line and passes its bytes
 * to `onCut`, removes segments whose events are all still in the live file, and removes whatever refers to events
 * beyond the log. Only for the process that holds the run.
 */
export function openLog(folder: RunFolder, sealFrom: number, onCut: (bytes: number) => void): OpenLog {
  for (const name of listFileNames(folder.path))
    if (unfinished.test(name)) rmSync(join(folder.path, name), { force: true });
  const file = openSync(folder.events, constants.O_RDWR | constants.O_CREAT, 0o666);
  try {
    const { size } = fstatSync(file);
    const length = endOfLines(createByteSource(file, size));
    if (length < size) {
      ftruncateSync(file, length);
      onCut(size - length);
    }
    const segments = listSegments(folder.path);
    const { first, last, isSound } = readFrame(createByteSource(file, length), segments.at(-1)?.last ?? 0);
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

/** Appends all lines or none, as seen by a reader of whole lines. */
export function writeLines(log: OpenLog, bytes: Buffer): void {
  try {
    writeFully(log.file, bytes, log.length);
  } catch (error) {
    // Some bytes may have been written. If they cannot be cut off now, that happens when the log is opened again.
    ftruncateSync(log.file, log.length);
    throw error;
  }
  log.length += bytes.length;
}

/** Writes all of the bytes at an offset of a file. */
export function writeFully(file: number, bytes: Buffer, at: number): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}

/** Closes the file. */
export function closeLog(log: OpenLog): void {
  if (!log.isClosed) closeSync(log.file);
  log.isClosed = true;
}
