import { copyFileSync, fsyncSync, ftruncateSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBufferSource, createByteSource } from './byte-source';
import { closeLog, type OpenLog } from './open-log';
import type { RunFolder } from './run-folder';
import { findOffset } from './scan-lines';
import { type LogSegment, listSegments, padSeq } from './segments';
import { trimTo } from './trim-to';
import { flushFolder, writeFlushed } from './write-whole';

/**
 * Cuts a log after an event. The events after it are first saved beside the log: lines as
 * `events-damaged-SEQ-TIME.jsonl`, whole segments likewise as gzip. After a crash in between, the log can be cut again.
 * The log has to be opened again afterwards.
 */
export async function cutLog(
  log: OpenLog,
  folder: RunFolder,
  lastSeq: number,
  unpacked: (path: string) => Promise<Buffer>,
): Promise<void> {
  // First, because no snapshot may contain events that are no longer in the log.
  trimTo(folder, lastSeq);
  const time = Date.now();
  const aside = (seq: number) => join(folder.path, `events-damaged-${padSeq(seq)}-${time}.jsonl`);
  if (lastSeq >= log.firstSeq - 1) {
    const source = createByteSource(log.file, log.length);
    const at = findOffset(source, lastSeq + 1);
    await writeFlushed(aside(lastSeq + 1), source.read(at, source.size - at));
    ftruncateSync(log.file, at);
    fsyncSync(log.file);
    return;
  }
  // The last segments first, so that the log has no gap at any time.
  closeLog(log);
  if (log.length > 0) renameSync(folder.events, aside(log.firstSeq));
  for (const segment of listSegments(folder.path).reverse()) {
    if (segment.last <= lastSeq) break;
    const to = `${aside(segment.first)}.gz`;
    if (segment.first > lastSeq) renameSync(segment.path, to);
    else await cutSegment(segment, folder, lastSeq, to, unpacked);
  }
  flushFolder(folder.path);
}

/** Makes the beginning of a segment the live file. */
async function cutSegment(
  { path }: LogSegment,
  { events }: RunFolder,
  lastSeq: number,
  aside: string,
  unpacked: (path: string) => Promise<Buffer>,
): Promise<void> {
  const lines = await unpacked(path);
  copyFileSync(path, aside);
  await writeFlushed(events, lines.subarray(0, findOffset(createBufferSource(lines), lastSeq + 1)));
  rmSync(path);
}
