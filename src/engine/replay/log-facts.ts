import type { Failure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { msOfTime } from '@/run/iso-time';
import { at, type JournalPath, stepsOf } from '@/run/journal-path';

/** What a replay has to know of a log before it begins. */
export interface LogFacts {
  /** Number of the last event that is taken from. */
  readonly upTo: number;
  /** When its first event was written, in ms since 1970; 0: there is none. */
  readonly startedAt: number;
  /** Whether the run ended by itself there; else effects may be missing that were in flight. */
  readonly ended: boolean;
  /**
   * Number of the event by which a person changed what later calls are told, which no replay does: it ends before it.
   */
  readonly changedAt: number | undefined;
  /** Version of the newest form of an event in it. */
  readonly version: number;
  /**
   * Why the attempt failed in which an effect was asked for that was not recorded; undefined: it was still in flight,
   * or did not fail.
   */
  failureOf(key: JournalPath): LoggedFailure | undefined;
}

/** A failure, with the number and the time (ms since 1970) of the event that tells of it. */
interface LoggedFailure {
  readonly failure: Failure;
  readonly seq: number;
  readonly at: number;
}

/** Reads a log once. It holds only what failed. */
export async function readLogFacts(pages: AsyncIterable<readonly RunEvent[]>): Promise<LogFacts> {
  const failures = new Map<JournalPath, LoggedFailure>();
  let upTo = 0;
  let startedAt = 0;
  let ended = false;
  let version = 0;
  let changedAt: number | undefined;
  for await (const page of pages) {
    for (const event of page) {
      if (isByHand(event)) {
        changedAt = event.seq;
        break;
      }
      if (upTo === 0) startedAt = msOfTime(event.t);
      upTo = event.seq;
      version = Math.max(version, event.v);
      ended = event.kind === 'run.completed' || event.kind === 'run.failed';
      if (event.error === undefined) continue;
      failures.set(attemptOf(event), { failure: event.error, seq: event.seq, at: msOfTime(event.t) });
    }
    if (changedAt !== undefined) break;
  }
  return {
    upTo,
    startedAt,
    ended,
    changedAt,
    version,
    failureOf: (key) => {
      const steps = stepsOf(key);
      const index = steps.findLastIndex(({ kind }) => kind === 'attempt');
      if (index < 0) return undefined;
      const pathTo = (count: number) =>
        steps.slice(0, count).reduce((path, { kind, name }) => at(path, kind, name), '');
      return failures.get(pathTo(index + 1)) ?? failures.get(pathTo(index));
    },
  };
}

function isByHand(event: RunEvent): boolean {
  return event.kind === 'compaction.restored' || (event.kind === 'compaction.done' && event.data.trigger === 'manual');
}

/** The attempt that a failure was of; the last one of a task is known by the path of the task. */
function attemptOf(event: RunEvent): JournalPath {
  return event.kind === 'task.retrying' ? at(event.path, 'attempt', event.data.attempt - 1) : event.path;
}
