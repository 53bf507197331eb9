import { existsSync, fsyncSync, ftruncateSync } from 'node:fs';
import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports/event-store';
import type { RunEvent, RunEventKind } from '@/run/events';
import type { RunHead } from '@/run/run-head';
import { checkSequence } from '../event-chunk';
import { createPauses } from '../pauses';
import { cutLog } from './cut-log';
import { fileError } from './file-error';
import { damagedEvent } from './log-damage';
import { toLines } from './log-line';
import { type LogParts, openParts } from './log-parts';
import { closeLog, type OpenLog, openLog, writeLines } from './open-log';
import { readLog, searchLog } from './read-log';
import { runFolder } from './run-folder';
import { sealOldest } from './seal-log';
import { createSegmentReader } from './segments';

/** After these a process may go away for long: what was handed to the system is flushed to the disk. */
const restful: ReadonlySet<RunEventKind> = new Set(['run.paused', 'run.completed', 'run.failed', 'run.cancelled']);

/** When the oldest events of a log are sealed, in bytes. */
export interface SealLimits {
  /** Of a live file that is larger. */
  readonly live: number;
  /** In segments of about so many, unpacked: one is unpacked in some hundredths of a second. */
  readonly segment: number;
}

interface EventFilesOptions {
  readonly root: string;
  readonly limits: SealLimits;
  /** Told what a crash had left, and was mended, and what could not be done now and is later. */
  readonly onWarning: (message: string) => void;
  /** Flushes the payloads of a run, so that none is missing that a flushed event names. */
  readonly flushBlobs: (executionId: string) => Promise<void>;
  /** Told at the end of a long part of the log: when a run paused or ended, and when events were sealed. */
  readonly onPart: (executionId: string) => Promise<void>;
}

/** The log of each run, see {@link createEventFiles}. */
export interface EventFiles extends EventStore {
  /** A log for whoever reads all of it. It has to be closed. */
  open(executionId: string): LogParts;
  /** How a run stands of which all is known that was appended; undefined: the log has to be read. */
  headOf(executionId: string): RunHead | undefined;
  /** From here on a run is followed, if nothing came after that head; of one whose log is not open, once it is. */
  follow(executionId: string, head: RunHead): void;
  /** Resolves once all that was appended is on the disk. */
  flush(executionId: string): Promise<void>;
  /** Lets go of the file of a log, or of all. */
  close(executionId?: string): void;
}

/**
 * Logs as files, a line for each event; the oldest events of a long one are in segments. An append is handed to the
 * operating system before it resolves, so that it outlives this process; it is flushed to the disk with each snapshot,
 * and when the run pauses or ends. Written synchronously: that takes a few microseconds, and a turn through the thread
 * pool ten times as many.
 */
export function createEventFiles({ root, limits, onWarning, flushBlobs, onPart }: EventFilesOptions): EventFiles {
  const logs = new Map<string, OpenLog>();
  /** Heads of runs whose logs are not open yet. */
  const known = new Map<string, RunHead>();
  const unpacked = createSegmentReader();
  const pause = createPauses();

  function logOf(id: string): OpenLog {
    const opened = logs.get(id);
    if (opened !== undefined) return opened;
    const folder = runFolder(root, id);
    if (!existsSync(folder.head)) throw new AppError('INTERNAL', `Run ${id} does not exist.`);
    const log = openLog(folder, limits.live, (bytes) => {
      onWarning(`The last line of the log of run ${id} was torn by a crash: ${bytes} bytes were cut off.`);
    });
    logs.set(id, log);
    const head = known.get(id);
    if (head !== undefined) follow(id, head);
    return log;
  }

  function write(id: string, events: readonly RunEvent[]): OpenLog {
    const log = logOf(id);
    if (!log.isSound) throw damagedEvent(id, log.lastSeq);
    checkSequence(id, log.lastSeq, events);
    try {
      writeLines(log, toLines(events));
    } catch (error) {
      // Opened anew, it is mended where that was not possible now.
      forget(id);
      throw error;
    }
    log.lastSeq += events.length;
    log.head.append(events);
    if (log.length >= log.sealFrom) log.sealing ??= seal(id, log);
    return log;
  }

  /** Of an append that is refused nothing is stored. */
  function takeBack(id: string, log: OpenLog, events: readonly RunEvent[]): void {
    if (log.isClosed || log.lastSeq !== events.at(-1)?.seq) return;
    log.lastSeq -= events.length;
    log.head.follow(undefined);
    log.length -= toLines(events).length;
    try {
      ftruncateSync(log.file, log.length);
    } catch {
      forget(id);
    }
  }

  async function seal(id: string, log: OpenLog): Promise<void> {
    try {
      await sealOldest(log, runFolder(root, id), limits.segment);
      await onPart(id);
    } catch (error) {
      onWarning(
        `The oldest events of run ${id} could not be sealed: ${fileError(error).message} They stay as they are.`,
      );
    }
    // Not at once again where nothing could be sealed.
    log.sealFrom = Math.max(limits.live, log.length + limits.segment);
    delete log.sealing;
  }

  async function flush(id: string): Promise<void> {
    await flushBlobs(id);
    const log = logs.get(id);
    if (log !== undefined) fsyncSync(log.file);
  }

  function follow(id: string, head: RunHead): void {
    const log = logs.get(id);
    if (log === undefined) known.set(id, head);
    else known.delete(id);
    if (log?.lastSeq === head.lastSeq) log.head.follow(head);
  }

  function forget(id: string): void {
    known.delete(id);
    const log = logs.get(id);
    if (log !== undefined) closeLog(log);
    logs.delete(id);
  }

  const open = (id: string) => openParts(id, runFolder(root, id), unpacked);

  return {
    async append(id, events) {
      try {
        const log = write(id, events);
        await pause();
        // Whoever appends without ever waiting leaves no time for the sealing.
        if (log.length >= 2 * limits.live) await log.sealing;
        if (!events.some(({ kind }) => restful.has(kind))) return;
        await flush(id).catch((error: unknown) => {
          takeBack(id, log, events);
          throw error;
        });
      } catch (error) {
        throw fileError(error);
      }
      await onPart(id);
    },
    read: (id, from = 1, limit = Number.POSITIVE_INFINITY) =>
      withLog(open, id, async (log) => {
        const events: RunEvent[] = [];
        for await (const event of readLog(id, log, from, Math.min(log.last, from + limit - 1))) events.push(event);
        return events;
      }),
    find: (id, query) => withLog(open, id, (log) => searchLog(id, log, query)),
    async cut(id, lastSeq) {
      try {
        const log = logOf(id);
        await log.sealing;
        const before = log.lastSeq;
        if (lastSeq >= before) return 0;
        await cutLog(log, runFolder(root, id), lastSeq, unpacked).finally(() => forget(id));
        return before - logOf(id).lastSeq;
      } catch (error) {
        throw fileError(error);
      }
    },
    open,
    headOf: (id) => logs.get(id)?.head.fold(),
    follow,
    flush,
    close: (id) => {
      for (const each of id === undefined ? [...logs.keys()] : [id]) forget(each);
    },
  };
}

/** Reads a log, and lets go of it. */
export async function withLog<T>(
  open: (executionId: string) => LogParts,
  executionId: string,
  work: (log: LogParts) => Promise<T>,
): Promise<T> {
  let log: LogParts | undefined;
  try {
    log = open(executionId);
    return await work(log);
  } catch (error) {
    throw fileError(error);
  } finally {
    log?.close();
  }
}
