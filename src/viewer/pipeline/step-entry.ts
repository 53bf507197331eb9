import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { Payload, Usage } from '@/run/event-data';
import type { EventOf, RunEvent } from '@/run/events';
import { type JournalPath, parsePathSteps } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import type { CallRecord, NotedStep, Vote } from '@/run/run-state';

/** A step of a pipeline, for a list. */
export interface StepEntry {
  readonly path: JournalPath;
  /** Counted from 1. */
  readonly step: number;
  /** Number of its event; undefined: not known. */
  readonly seq?: number;
  /** The accepted answer; undefined: it is only in the log. */
  readonly answer?: Payload;
  /** The count of each answer, the winner's first; undefined: there was no vote. */
  readonly votes?: readonly number[];
  readonly samples?: number;
  /** Samples that were not counted. */
  readonly flags: number;
  /** Failed tries of the step. */
  readonly failures: number;
  readonly lastFailure?: Failure;
  /** Set if no try has succeeded. The answer is then what the model said in the last one. */
  readonly isOpen?: true;
  readonly usage?: Usage | null;
}

/** Number of the step that a path belongs to, from 1; 0 if it belongs to none. */
export function findStepNumber(path: JournalPath): number {
  const step = parsePathSteps(path).findLast(({ kind }) => kind === 'step');
  return step === undefined ? 0 : Number(step.name) + 1;
}

/** A step that a vote decided. */
export function createVoteStep({ path, winner, votes, samples, flags, usage }: Vote): StepEntry {
  return { path, step: findStepNumber(path), answer: winner, votes, samples, flags, failures: 0, usage };
}

/** A step that was one model call; undefined while that is in progress. */
export function createCallStep({ path, reply }: CallRecord): StepEntry | undefined {
  if (reply === undefined) return undefined;
  return { path, step: findStepNumber(path), answer: reply, flags: 0, failures: 0, usage: reply.usage ?? null };
}

/** A step that deserves attention. */
export function createNotedStep({ path, step, votes, flags, failures, lastFailure, isOpen }: NotedStep): StepEntry {
  return {
    path,
    step: step + 1,
    ...defined({ votes }),
    flags,
    failures,
    ...defined({ lastFailure, isOpen }),
  };
}

/** The step that an event records, or of which it tells a failed try; undefined for any other event. */
export function createEventStep(event: RunEvent): StepEntry | undefined {
  if (event.kind === 'iteration.logged') return createTryStep(event);
  if (event.kind !== 'vote.decided' && event.kind !== 'model.replied') return undefined;
  const { path, seq, data } = event;
  return {
    path,
    step: findStepNumber(path),
    seq,
    answer: readResult(event),
    ...('votes' in data ? { votes: data.votes, samples: data.samples } : {}),
    flags: 'flags' in data ? data.flags : 0,
    failures: data.failures?.count ?? 0,
    ...defined({ lastFailure: data.failures?.last }),
    usage: data.usage,
  };
}

function createTryStep(event: EventOf<'iteration.logged'>): StepEntry | undefined {
  const { path, seq, error, data } = event;
  if (data.of !== 'step') return undefined;
  return {
    path,
    step: findStepNumber(path),
    seq,
    answer: readResult(event),
    flags: 0,
    failures: data.n,
    ...defined({ lastFailure: error }),
    isOpen: true,
    usage: data.usage,
  };
}

/** How a step was decided, in words: `5 to 2 of 9 samples, 1 red flag`; empty if there is nothing to say. */
export function formatStepWords({ votes, samples, flags, failures }: StepEntry): string {
  const counts = votes === undefined ? undefined : votes.length === 1 ? `${votes[0]} to 0` : votes.join(' to ');
  const words = [
    counts === undefined ? undefined : samples === undefined ? counts : `${counts} of ${samples} samples`,
    flags > 0 ? `${flags} red ${flags === 1 ? 'flag' : 'flags'}` : undefined,
    failures > 0 ? `${failures} failed ${failures === 1 ? 'try' : 'tries'}` : undefined,
  ];
  return words.filter((text) => text !== undefined).join(', ');
}
