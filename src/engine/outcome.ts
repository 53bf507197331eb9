import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import { AppError, type Failure, toFailure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { Message } from '@/plan/message';
import type { PlannedTask } from '@/plan/plan';
import type { Capture } from '@/run/event-data';
import type { Missing } from '@/workflow/expressions/template';
import type { Completed, EvaluationRequest, Failed, Skip, TaskEnd } from './task-end';

/** The result of an attempt at a task: what it produced, even if it failed. */
export interface Outcome {
  readonly content: string;
  /** Small, because they are written into the event. */
  readonly notes: JsonObject;
  readonly failure?: Failure;
  /** Set if there was nothing to do. */
  readonly skip?: Skip;
  /** Set if the director asks for an evaluation. The status is then CONTINUATION. */
  readonly continuation?: EvaluationRequest;
  /** Set where `content` is a view of something longer, or the whole is stored as a file. */
  readonly capture?: Capture;
  /** The messages of its conversation, if histories are kept. */
  readonly transcript?: readonly Message[];
}

/** The error for a template or an input that uses a name without a value. */
export function createMissingInputError({ missing }: Missing): AppError {
  return new AppError('TASK_FAILURE', `Missing required input: ${missing}`, {
    advice: 'Check the name, and that the task it comes from has run and gives this.',
    details: { reason: 'missing_input', name: missing },
  });
}

/**
 * The failure of a container because of a failed part: with the code of the cause, and the path of the task that
 * failed.
 */
export function buildPartFailure(part: PlannedTask, { failure, path }: Failed): Failure {
  const known = failure.details?.['failed'];
  const failed = typeof known === 'string' ? known : path;
  return {
    ...failure,
    message: typeof known === 'string' ? failure.message : `“${part.label}” failed. ${failure.message}`,
    details: { ...failure.details, failed },
  };
}

/**
 * How a part ended, if it did not fail. Throws its failure as one of its container, and `CANCELLED` if it was stopped.
 */
export function expectGoodEnd(part: PlannedTask, end: TaskEnd): Completed | Skip {
  if (end.status === 'cancelled') throw createCancelledError('The run');
  if (end.status !== 'failed') return end;
  const failure = buildPartFailure(part, end);
  throw new AppError(failure.code, failure.message, failure);
}

/** The result of a part as that of its container. An output is captured only once. */
export function buildHandedOnResult({ record, capture }: Completed): Pick<Outcome, 'content' | 'notes' | 'capture'> {
  return { content: record.content, notes: record.notes, ...defined({ capture }) };
}

/** The outcome of a task that only passes on the outcome of a part. Throws `CANCELLED` if the part was stopped. */
export function buildPartOutcome(part: PlannedTask, end: TaskEnd): Outcome {
  switch (end.status) {
    case 'completed': {
      const { continuation } = end;
      return { ...buildHandedOnResult(end), ...defined({ continuation }) };
    }
    case 'failed':
      return { content: end.record.content, notes: end.record.notes, failure: buildPartFailure(part, end) };
    case 'skipped':
      return { content: '', notes: {}, skip: { status: 'skipped', reason: 'parts_skipped', because: part.id } };
    case 'cancelled':
      throw createCancelledError('The run');
  }
}

/**
 * Turns an error of an attempt into an outcome. Rethrows two kinds of errors that are not the task's own: every error
 * after the attempt was stopped, and errors of a storage that cannot continue.
 */
export function buildFailedOutcome(error: unknown, signal: AbortSignal): Outcome & { readonly failure: Failure } {
  if (signal.aborted || isOfStorage(error)) throw error;
  return { content: '', notes: {}, failure: toFailure(error) };
}

function isOfStorage(error: unknown): boolean {
  return error instanceof AppError && ['STORAGE_FULL', 'STORAGE_FAILED', 'DAMAGED_RECORD'].includes(error.code);
}
