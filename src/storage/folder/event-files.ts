import { existsSync, fsyncSync, ftruncateSync } from 'node:fs';
import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports/event-store';
import type { RunEvent, RunEventKind } from '@/run/events';
import type { RunHead } from '@/run/run-head';
import { checkSequence } from '../event-chunk';
import { createPauses } from '../pauses';
import { cutLog } from './cut-log';
import { convertFileError } from './file-error';
import { createDamagedEventError } from './log-damage';
import { toLines } from './log-line';
import { type LogParts, openParts } from './log-parts';
import { closeLog, type OpenLog, openLog, writeLines } from './open-log';
import { readLog, searchLog } from './read-log';
import { runFolder } from './run-folder';
import { sealOldest } from './seal-log';
import { createSegmentReader } from './segments';

/** A process may exit long before it continues such a run, so these events are flushed to disk. */
const flushedKinds: ReadonlySet<RunEventKind> = new Set(['run.paused', 'run.completed', 'run.failed', 'run.cancelled']);

/** When the oldest events of a log are sealed, in bytes. */
export interface SealLimits {
  /** The size from which a live file is sealed. */
  readonly live: number;
  /** The unpacked size of a segment: unpacking one takes some hundredths of a second. */
  readonly segment: number;
}

interface EventFilesOptions {
  readonly root: string;
  readonly limits: SealLimits;
  /** Called with what was repaired after a crash, and with what failed and is retried later. */
  readonly onWarning: (message: string) => void;
  /** Flushes the payloads of a run, so that every payload that a flushed event names is on disk. */
  readonly flushBlobs: (executionId: string) => Promise<void>;
  /** Called when a run paused or ended, and when events were sealed. */
  readonly onPart: (executionId: string) => Promise<void>;
}

/** The log of each run, see {@link createEventFiles}. */
export interface EventFiles extends EventStore {
  /** The log for a caller that reads all of it and closes it afterwards. */
  open(executionId: string): LogParts;
  /** The head of a run after everything appended, if it is known in memory; undefined: the log has to be read. */
  headOf(executionId: string): RunHead | undefined;
  /**
   * Starts to update a head with each append, if no event came after that head. If the log is not open, this begins
   * once it is.
   */
  follow(executionId: string, head: RunHead): void;
  /** Resolves once everything appended is on disk. */
  flush(executionId: string): Promise<void>;
  /** Closes the file of one log, or of all. */
  close(executionId?: string): void;
}

/**
 * Logs as files with a line for each event; the oldest events of a long log are in segments. An append is passed to the
 * operating system before it resolves, so that it survives this process; it is flushed to disk with each snapshot, and
 * when the run pauses or ends. Writes are synchronous: that takes a few microseconds, and the thread pool would take
 * ten times as long.
 */
export function createEventFiles({ root, limits, onWarning, flushBlobs, onPart }: EventFilesOptions): EventFiles {
  const logs = new Map<string, OpenLog>();
  /** Heads of runs whose logs are not open yet. */
  const known = new Map<string, RunHead>();
  const unpacked = createSegmentReader();
  const pause = createPauses();

  function openRunLog(id: string): OpenLog {
    const opened = logs.get(id);
    if (opened !== undefined) return opened;
    const folder = runFolder(root, id);
    if (!existsSync(folder.head)) throw new AppError('INTERNAL', `Run ${id} does not exist.`);
    const log = openLog(folder, limits.live, (bytes) => {
      onWarning(`The last line of the log of run ${id} was torn by a crash: ${bytes} bytes were cut off.`);
    });
    logs.set(id, log);
    const head = known.get(id);
    if (head !== undefined) followHead(id, head);
    return log;
  }

  function writeEvents(id: string, events: readonly RunEvent[]): OpenLog {
    const log = openRunLog(id);
    if (!log.isSound) throw createDamagedEventError(id, log.lastSeq);
    checkSequence(id, log.lastSeq, events);
    try {
      writeLines(log, toLines(events));
    } catch (error) {
      // Opening the log again repairs what could not be repaired now.
      forgetRun(id);
      throw error;
    }
    log.lastSeq += events.length;
    log.head.append(events);
    if (log.length >= log.sealFrom) log.sealing ??= seal(id, log);
    return log;
  }

  /** A refused append must leave nothing in the log. */
  function takeBack(id: string, log: OpenLog, events: readonly RunEvent[]): void {
    if (log.isClosed || log.lastSeq !== events.at(-1)?.seq) return;
    log.lastSeq -= events.length;
    log.head.follow(undefined);
    log.length -= toLines(events).length;
    try {
      ftruncateSync(log.file, log.length);
    } catch {
      forgetRun(id);
    }
  }

  async function seal(id: string, log: OpenLog): Promise<void> {
    try {
      await sealOldest(log, runFolder(root, id), limits.segment);
      await onPart(id);
    } catch (error) {
      onWarning(
        `The oldest events of run ${id} could not be sealed: ${convertFileError(error).message} They stay as they are.`,
      );
    }
    // If nothing could be sealed, it is not retried at once.
    log.sealFrom = Math.max(limits.live, log.length + limits.segment);
    delete log.sealing;
  }

  async function flushEvents(id: string): Promise<void> {
    await flushBlobs(id);
    const log = logs.get(id);
    if (log !== undefined) fsyncSync(log.file);
  }

  function followHead(id: string, head: RunHead): void {
    const log = logs.get(id);
    if (log === undefined) known.set(id, head);
    else known.delete(id);
    if (log?.lastSeq === head.lastSeq) log.head.follow(head);
  }

  function forgetRun(id: string): void {
    known.delete(id);
    const log = logs.get(id);
    if (log !== undefined) closeLog(log);
    logs.delete(id);
  }

  const openRunParts = (id: string) => openParts(id, runFolder(root, id), unpacked);

  return {
    async append(id, events) {
      try {
        const log = writeEvents(id, events);
        await pause();
        // A caller that appends without ever waiting leaves no time for sealing.
        if (log.length >= 2 * limits.live) await log.sealing;
        if (!events.some(({ kind }) => flushedKinds.has(kind))) return;
        await flushEvents(id).catch((error: unknown) => {
          takeBack(id, log, events);
          throw error;
        });
      } catch (error) {
        throw convertFileError(error);
      }
      await onPart(id);
    },
    read: (id, from = 1, limit = Number.POSITIVE_INFINITY) =>
      performOnLog(openRunParts, id, async (log) => {
        const events: RunEvent[] = [];
        for await (const event of readLog(id, log, from, Math.min(log.last, from + limit - 1))) events.push(event);
        return events;
      }),
    find: (id, query) => performOnLog(openRunParts, id, (log) => searchLog(id, log, query)),
    async cut(id, lastSeq) {
      try {
        const log = openRunLog(id);
        await log.sealing;
        const before = log.lastSeq;
        if (lastSeq >= before) return 0;
        await cutLog(log, runFolder(root, id), lastSeq, unpacked).finally(() => forgetRun(id));
        return before - openRunLog(id).lastSeq;
      } catch (error) {
        throw convertFileError(error);
      }
    },
    open: openRunParts,
    headOf: (id) => logs.get(id)?.head.fold(),
    follow: followHead,
    flush: flushEvents,
    close: (id) => {
      for (const each of id === undefined ? [...logs.keys()] : [id]) forgetRun(each);
    },
  };
}

/** Opens a log, reads it and closes it. */
export async function performOnLog<T>(
  open: (executionId: string) => LogParts,
  executionId: string,
  work: (log: LogParts) => Promise<T>,
): Promise<T> {
  let log: LogParts | undefined;
  try {
    log = open(executionId);
    return await work(log);
  } catch (error) {
    throw convertFileError(error);
  } finally {
    log?.close();
  }
}
