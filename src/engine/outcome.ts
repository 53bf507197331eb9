import { AppError, type Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import type { Missing } from '@/plan/task-environment';
import { cancelled } from './cancelled';
import type { EvaluationRequest, Failed, Skip, TaskEnd } from './task-end';

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

/** What a task came to that only hands on what a part of it came to. Throws `CANCELLED` if the part was stopped. */
export function outcomeOf(part: PlannedTask, end: TaskEnd): Outcome {
  switch (end.status) {
    case 'completed': {
      const { record, continuation } = end;
      return { content: record.content, notes: record.notes, ...(continuation === undefined ? {} : { continuation }) };
    }
    case 'failed':
      return { content: end.record.content, notes: end.record.notes, failure: partFailure(part, end) };
    case 'skipped':
      return { content: '', notes: {}, skip: { status: 'skipped', reason: 'parts_skipped', because: part.id } };
    case 'cancelled':
      throw cancelled();
  }
}
