import { closeSync, existsSync, fsyncSync, ftruncateSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { AppError } from '@/base/errors';
import type { EventStore } from '@/engine/ports';
import type { RunEvent, RunEventKind } from '@/run/events';
import { checkSequence } from '../event-chunk';
import { fromLines, type OpenLog, openLog, toLines } from './event-lines';
import { fileError, isMissing } from './file-error';
import { runFolder } from './run-folder';

/** After these a process may go away for long: what was handed to the system is flushed to the disk. */
const restful: ReadonlySet<RunEventKind> = new Set(['run.paused', 'run.completed', 'run.failed', 'run.cancelled']);

interface EventFilesOptions {
  readonly root: string;
  /** Told when a crash had left a torn line, which was cut off. */
  readonly onWarning: (message: string) => void;
  /** Flushes the payloads of a run, so that none is missing that a flushed event names. */
  readonly flushBlobs: (executionId: string) => Promise<void>;
}

/**
 * Logs as files, a line for each event. An append is handed to the operating system before it resolves, so that it outlives this
 * process; it is flushed to the disk when the run pauses or ends. Written synchronously: that takes a few microseconds, and a
 * turn through the thread pool ten times as many.
 */
export function createEventFiles({ root, onWarning, flushBlobs }: EventFilesOptions): Pick<
  EventStore,
  'append' | 'read'
> & {
  /** Lets go of the files. */
  close(): void;
} {
  const open = new Map<string, OpenLog>();

  function logOf(id: string): OpenLog {
    const known = open.get(id);
    if (known !== undefined) return known;
    const { head, events } = runFolder(root, id);
    if (!existsSync(head)) throw new AppError('INTERNAL', `Run ${id} does not exist.`);
    const log = openLog(events, `run ${id}`, (bytes) => {
      onWarning(`The last line of the log of run ${id} was torn by a crash: ${bytes} bytes were cut off.`);
    });
    open.set(id, log);
    return log;
  }

  return {
    async append(id, events) {
      try {
        const log = logOf(id);
        checkSequence(id, log.lastSeq, events);
        write(log, toLines(events));
        log.lastSeq += events.length;
        if (!events.some(({ kind }) => restful.has(kind))) return;
        await flushBlobs(id);
        fsyncSync(log.file);
      } catch (error) {
        throw fileError(error);
      }
    },
    read: (id, from = 1, limit = Number.POSITIVE_INFINITY) => read(root, id, from, limit),
    close() {
      for (const { file } of open.values()) closeSync(file);
      open.clear();
    },
  };
}

/** Writes all or nothing, as far as a reader of whole lines can tell. */
function write(log: OpenLog, bytes: Buffer): void {
  try {
    for (let done = 0; done < bytes.length; ) {
      done += writeSync(log.file, bytes, done, bytes.length - done, log.length + done);
    }
  } catch (error) {
    // A part may have found room. If it cannot be cut off now, it is when the log is opened again.
    ftruncateSync(log.file, log.length);
    throw error;
  }
  log.length += bytes.length;
}

async function read(root: string, id: string, from: number, limit: number): Promise<readonly RunEvent[]> {
  try {
    return fromLines(await readFile(runFolder(root, id).events), `run ${id}`, from, from + limit - 1);
  } catch (error) {
    if (isMissing(error)) return [];
    throw fileError(error);
  }
}
