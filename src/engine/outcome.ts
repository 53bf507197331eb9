import { cancelled } from '@/base/cancelled';
import { AppError, type Failure, toFailure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { Message } from '@/plan/message';
import type { PlannedTask } from '@/plan/plan';
import type { Missing } from '@/plan/task-environment';
import type { Capture } from '@/run/event-data';
import type { Completed, EvaluationRequest, Failed, Skip, TaskEnd } from './task-end';

/** What an attempt at a task came to: what it produced, even where it failed. */
export interface Outcome {
  readonly content: string;
  /** Small: they stand in the event. */
  readonly notes: JsonObject;
  readonly failure?: Failure;
  /** Nothing was to be done. */
  readonly skip?: Skip;
  /** The status is then CONTINUATION. */
  readonly continuation?: EvaluationRequest;
  /** Set where `content` is a view of something longer, or the whole is kept apart. */
  readonly capture?: Capture;
  /** What was said in its conversation, where histories are kept. */
  readonly transcript?: readonly Message[];
}

/** A template or an input that asks for a name that is nowhere. */
export function missingInput({ missing }: Missing): AppError {
  return new AppError('TASK_FAILURE', `Missing required input: ${missing}`, {
    advice: 'Check the name, and that the task it comes from has run and gives this.',
    details: { reason: 'missing_input', name: missing },
  });
}

/** The failure of a task because of one that it holds: with the cause's own code, and the path of what failed. */
export function partFailure(part: PlannedTask, { failure, path }: Failed): Failure {
  const known = failure.details?.['failed'];
  const failed = typeof known === 'string' ? known : path;
  return {
    ...failure,
    message: typeof known === 'string' ? failure.message : `“${part.label}” failed. ${failure.message}`,
    details: { ...failure.details, failed },
  };
}

/**
 * How a part ended, if it did not fail. Throws its failure as that of the task that holds it, and `CANCELLED` if it was
 * stopped.
 */
export function endedWell(part: PlannedTask, end: TaskEnd): Completed | Skip {
  if (end.status === 'cancelled') throw cancelled('The run');
  if (end.status !== 'failed') return end;
  const failure = partFailure(part, end);
  throw new AppError(failure.code, failure.message, failure);
}

/** The result of a part as that of what holds it: it is captured once. */
export function handedOn({ record, capture }: Completed): Pick<Outcome, 'content' | 'notes' | 'capture'> {
  return { content: record.content, notes: record.notes, ...(capture === undefined ? {} : { capture }) };
}

/** What a task came to that only hands on what a part of it came to. Throws `CANCELLED` if the part was stopped. */
export function outcomeOf(part: PlannedTask, end: TaskEnd): Outcome {
  switch (end.status) {
    case 'completed': {
      const { continuation } = end;
      return { ...handedOn(end), ...(continuation === undefined ? {} : { continuation }) };
    }
    case 'failed':
      return { content: end.record.content, notes: end.record.notes, failure: partFailure(part, end) };
    case 'skipped':
      return { content: '', notes: {}, skip: { status: 'skipped', reason: 'parts_skipped', because: part.id } };
    case 'cancelled':
      throw cancelled('The run');
  }
}

/**
 * What an error of an attempt comes to. Two sorts are not the task's and are thrown on: `CANCELLED` when it was
 * stopped, and those of a storage that cannot go on.
 */
export function failedOutcome(error: unknown, signal: AbortSignal): Outcome & { readonly failure: Failure } {
  if (signal.aborted || isOfStorage(error)) throw error;
  return { content: '', notes: {}, failure: toFailure(error) };
}

function isOfStorage(error: unknown): boolean {
  return error instanceof AppError && ['STORAGE_FULL', 'STORAGE_FAILED', 'DAMAGED_RECORD'].includes(error.code);
}
