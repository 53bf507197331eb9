import { AppError, type Failure, toFailure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import { appendStep, findTry, isInsideAny, type JournalPath, parsePathSteps } from '@/run/journal-path';
import { addFailedTry, readTriedStep } from '../log/history-cursors';
import type { FailedTries } from '../log/run-history';

/** What a replay needs to know about a log before it starts. */
export interface LogFacts {
  /** Number of the last event that is used. */
  readonly upTo: number;
  /** Time of its first event, in ms since 1970; 0: there is none. */
  readonly startedAt: number;
  /** Whether the run ended by itself. If not, effects that were in flight may be missing. */
  readonly ended: boolean;
  /**
   * Number of the event by which a person changed the contexts of later calls. A replay cannot repeat that, so it ends
   * before it.
   */
  readonly changedAt: number | undefined;
  /**
   * Why the attempt failed that requested an effect without a record; undefined: the effect was still in flight, or did
   * not fail.
   */
  failureOf(key: JournalPath): LoggedFailure | undefined;
  /** The failed tries of a step (from 0) of the pipeline whose attempt is at a path, if no try of it succeeded. */
  triesOf(attempt: JournalPath, i: number): LoggedTries | undefined;
  /** Whether it lies in a task that was cancelled. How far such a task had come beside others is chance. */
  isCutShort(path: JournalPath): boolean;
}

/** Failed tries of a step, with the number and the time (ms since 1970) of the event of the last one. */
interface LoggedTries {
  readonly tries: FailedTries;
  readonly seq: number;
  readonly at: number;
}

/** A failure, with the number and the time (ms since 1970) of its event. */
interface LoggedFailure {
  readonly failure: Failure;
  readonly seq: number;
  readonly at: number;
}

/** Reads a log once. It holds only the failures, and what was cancelled. */
export async function readLogFacts(pages: AsyncIterable<readonly RunEvent[]>): Promise<LogFacts> {
  const failures = new Map<JournalPath, LoggedFailure>();
  /** Those of the last step with failed tries, by the path of the attempt at its pipeline. */
  const tries = new Map<JournalPath, LoggedTries>();
  const cancelled = new Set<JournalPath>();
  const unanswered = new UnansweredTries();
  let upTo = 0;
  let startedAt = 0;
  let ended = false;
  let changedAt: number | undefined;
  for await (const page of pages) {
    for (const event of page) {
      if (isByHand(event)) {
        changedAt = event.seq;
        break;
      }
      if (upTo === 0) startedAt = parseIsoTime(event.t);
      upTo = event.seq;
      if (event.kind === 'task.cancelled') cancelled.add(event.path);
      else if (event.kind === 'task.started') cancelled.delete(event.path);
      unanswered.take(event);
      ended = event.kind === 'run.completed' || event.kind === 'run.failed';
      const tried = event.kind === 'iteration.logged' ? readTriedStep(event) : undefined;
      if (tried !== undefined && event.kind === 'iteration.logged') {
        const before = tries.get(tried.within)?.tries;
        tries.set(tried.within, {
          tries: addFailedTry(before, event, tried.n),
          seq: event.seq,
          at: parseIsoTime(event.t),
        });
        continue;
      }
      if (event.error === undefined) continue;
      failures.set(findFailureAttempt(event), { failure: event.error, seq: event.seq, at: parseIsoTime(event.t) });
    }
    if (changedAt !== undefined) break;
  }
  return {
    upTo,
    startedAt,
    ended,
    changedAt,
    isCutShort: (path) => isInsideAny(path, cancelled),
    triesOf: (attempt, i) => {
      const last = tries.get(attempt);
      return last?.tries.i === i ? last : undefined;
    },
    failureOf: (key) => {
      const steps = parsePathSteps(key);
      const index = steps.findLastIndex(({ kind }) => kind === 'attempt');
      if (index < 0) return undefined;
      const pathTo = (count: number) =>
        steps.slice(0, count).reduce((path, { kind, name }) => appendStep(path, kind, name), '');
      const step = steps.findLastIndex(({ kind }) => kind === 'step');
      if (step > index && tries.get(pathTo(step))?.tries.i === Number(steps[step]?.name)) return undefined;
      return failures.get(pathTo(index + 1)) ?? failures.get(pathTo(index)) ?? unanswered.failures.get(key);
    },
  };
}

/**
 * Requests of tries of `best_of`, or of samples of a vote, that got no answer, where the task went on with the others.
 * The log does not say why they failed. Nothing depends on that but whether a vote goes on, as it does for a refusal.
 */
class UnansweredTries {
  readonly failures = new Map<JournalPath, LoggedFailure>();
  readonly #open = new Map<JournalPath, LoggedFailure>();

  take({ kind, path, seq, t }: RunEvent): void {
    if (kind === 'model.replied') this.#open.delete(path);
    else if (kind === 'model.requested' && findTry(path) !== undefined) {
      const failure = toFailure(
        new AppError('PROVIDER_ERROR', 'It got no answer.', { details: { kind: 'content_filter' } }),
      );
      this.#open.set(path, { failure, seq, at: parseIsoTime(t) });
    } else if (this.#open.size > 0 && (kind === 'task.completed' || kind === 'iteration.logged')) {
      for (const [request, failed] of this.#open) {
        if (!request.startsWith(`${path}/`)) continue;
        this.failures.set(request, failed);
        this.#open.delete(request);
      }
    }
  }
}

function isByHand(event: RunEvent): boolean {
  return event.kind === 'compaction.restored' || (event.kind === 'compaction.done' && event.data.trigger === 'manual');
}

/** The attempt that a failure belongs to. The last attempt at a task has the path of the task. */
function findFailureAttempt(event: RunEvent): JournalPath {
  return event.kind === 'task.retrying' ? appendStep(event.path, 'attempt', event.data.attempt - 1) : event.path;
}
