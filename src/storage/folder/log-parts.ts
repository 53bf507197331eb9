import { closeSync, fstatSync, openSync } from 'node:fs';
import { type ByteSource, createBufferSource, createByteSource } from './byte-source';
import { isMissing } from './file-error';
import { createDamagedEventError } from './log-damage';
import { readLine } from './log-line';
import type { RunFolder } from './run-folder';
import { endOfLines, scanLinesBackward, scanLinesForward } from './scan-lines';
import { type LogSegment, listSegments } from './segments';

/** Consecutive events in one file. */
export interface LogPart {
  readonly first: number;
  readonly last: number;
  /** Its lines. Rejects with `DAMAGED_RECORD` for a segment that cannot be unpacked. */
  open(): Promise<ByteSource>;
}

/** A log to read: its parts in order; no event is in two of them. */
export interface LogParts {
  readonly parts: readonly LogPart[];
  /** Number of the last event; 0 if there is none. */
  readonly last: number;
  close(): void;
}

/** Opens a log for reading. Another process may append to it or seal parts of it at the same time. */
export function openParts(id: string, folder: RunFolder, unpacked: (path: string) => Promise<Buffer>): LogParts {
  // Opened before the segments are listed: events are in a segment before they leave this file.
  const file = openIfThere(folder.events);
  try {
    const source = file === undefined ? undefined : openLines(file, fstatSync(file).size);
    const segments = source !== undefined && isFromStart(source) ? [] : listSegments(folder.path);
    const before = segments.at(-1)?.last ?? 0;
    if (file === undefined || source === undefined)
      return { parts: segments.map(asPart), last: before, close: () => {} };
    const live = readFrame(source, before);
    // A crash may have left segments whose events are also in the live file.
    const sealed = segments.filter(({ first }) => first < live.first);
    const parts = [...sealed.map(asPart), ...(source.size === 0 ? [] : [{ ...live, open: async () => source }])];
    return { parts, last: live.last, close: () => closeSync(file) };
  } catch (error) {
    if (file !== undefined) closeSync(file);
    throw error;
  }

  function asPart({ path, first, last }: LogSegment): LogPart {
    const openSegment = async () => {
      try {
        return createBufferSource(await unpacked(path));
      } catch (error) {
        throw createDamagedEventError(id, first, error);
      }
    };
    return { first, last, open: openSegment };
  }
}

/** Most bytes of a live file that are read at once, and then held: most logs have less. */
const small = 65_536;

/** The whole lines of a live file. */
function openLines(file: number, size: number): ByteSource {
  const source = createByteSource(file, size);
  if (size > small) return createByteSource(file, endOfLines(source));
  const bytes = source.read(0, size);
  return createBufferSource(bytes.subarray(0, endOfLines(createBufferSource(bytes))));
}

/** Whether no events come before a live file, so that no segment counts. */
function isFromStart(source: ByteSource): boolean {
  for (const { bytes } of scanLinesForward(source, 0)) return readLine(bytes)?.seq === 1;
  return false;
}

/** The numbers of the events in the whole lines of a live file. */
export interface LogFrame {
  readonly first: number;
  readonly last: number;
  /** Whether the last line is intact. */
  readonly isSound: boolean;
}

/** The frame of whole lines that follow the event `before`. Each damaged line counts as one event. */
export function readFrame(source: ByteSource, before: number): LogFrame {
  let first: number | undefined;
  let lines = 0;
  for (const { bytes } of scanLinesForward(source, 0)) {
    const found = readLine(bytes);
    if (found !== undefined) first = found.seq - lines;
    if (found !== undefined) break;
    lines += 1;
  }
  if (first === undefined) return { first: before + 1, last: before + lines, isSound: lines === 0 };
  let damagedAtEnd = 0;
  for (const { bytes } of scanLinesBackward(source, source.size)) {
    const found = readLine(bytes);
    if (found !== undefined) return { first, last: found.seq + damagedAtEnd, isSound: damagedAtEnd === 0 };
    damagedAtEnd += 1;
  }
  return { first, last: first + lines, isSound: false };
}

function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
