import { closeSync, constants, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type ByteSource, createBufferSource, createByteSource } from './byte-source';
import { readLine } from './log-line';
import { type OpenLog, writeFully } from './open-log';
import type { RunFolder } from './run-folder';
import { scanLinesBackward } from './scan-lines';
import { buildSegmentPath } from './segments';
import { createTemporaryName, flushFolder, writeFlushed } from './write-whole';

const pack = promisify(gzip);
/** Bytes copied at once. */
const copied = 1_048_576;

/**
 * Seals the oldest events of a log in segments of about `bytes` each, while others are appended. It makes as many whole
 * segments as possible, and leaves at least one segment's worth of events live. The segments are written under
 * temporary names. At the end they get their names and the live file is replaced by its remaining events, so that
 * whoever reads the files sees hardly any event twice; after a crash in between, events in both count once. An error
 * leaves the log unchanged.
 */
export async function sealOldest(log: OpenLog, folder: RunFolder, bytes: number): Promise<void> {
  const source = createByteSource(log.file, log.length);
  const created: Created[] = [];
  let [at, seq] = [0, log.firstSeq];
  try {
    while (source.size - at >= 2 * bytes) {
      const lines = readWholeLines(source, at, bytes);
      const count = countLines(lines);
      const [last] = scanLinesBackward(createBufferSource(lines), lines.length);
      // If lines were joined or torn apart, the numbers of the events are unknown.
      if (last === undefined || readLine(last.bytes)?.seq !== seq + count - 1) break;
      const packed = await pack(lines);
      // Opening the log removes what is unfinished.
      if (log.isClosed) return;
      const path = buildSegmentPath(folder.path, seq, seq + count - 1);
      const fresh = createTemporaryName(path);
      created.push({ path, fresh });
      await writeFlushed(fresh, packed);
      at += lines.length;
      seq += count;
      await setImmediate();
      if (log.isClosed) return;
    }
    if (at === 0) return;
    for (const { path, fresh } of created) renameSync(fresh, path);
    flushFolder(folder.path);
    replaceLiveFile(log, folder, at, seq);
  } catch (error) {
    if (!log.isClosed)
      for (const paths of created) for (const path of Object.values(paths)) rmSync(path, { force: true });
    throw error;
  }
}

/** A segment's path, and the name that it has until the live file is replaced. */
interface Created {
  readonly path: string;
  readonly fresh: string;
}

/** Whole lines from `at` on, at least `bytes` long. The caller ensures that at least twice as many bytes follow. */
function readWholeLines(source: ByteSource, at: number, bytes: number): Buffer {
  for (let length = bytes; ; length *= 2) {
    const read = source.read(at, length);
    const end = read.lastIndexOf(0x0a) + 1;
    if (end > 0) return read.subarray(0, end);
  }
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

/** Replaces the live file by its content from `at` on. Runs synchronously, so nothing is appended in the meantime. */
function replaceLiveFile(log: OpenLog, folder: RunFolder, at: number, firstSeq: number): void {
  const fresh = createTemporaryName(folder.events);
  const file = openSync(fresh, constants.O_RDWR | constants.O_CREAT | constants.O_EXCL, 0o666);
  try {
    const source = createByteSource(log.file, log.length);
    for (let from = at; from < source.size; from += copied) writeFully(file, source.read(from, copied), from - at);
    fsyncSync(file);
    renameSync(fresh, folder.events);
  } catch (error) {
    closeSync(file);
    rmSync(fresh, { force: true });
    throw error;
  }
  closeSync(log.file);
  log.file = file;
  log.length -= at;
  log.firstSeq = firstSeq;
  flushFolder(folder.path);
}
