import { AppError, type Failure } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { Missing } from '@/plan/task-environment';

/** What an attempt at a task came to: what it produced, even where it failed. */
export interface Outcome {
  readonly content: string;
  /** Small: they stand in the event. */
  readonly notes: JsonObject;
  readonly failure?: Failure;
}

/** A template or an input that asks for a name that is nowhere. */
export function missingInput({ missing }: Missing): AppError {
  return new AppError('TASK_FAILURE', `Missing required input: ${missing}`, {
    advice: 'Check the name, and that the task it comes from has run and gives this.',
    details: { reason: 'missing_input', name: missing },
  });
}
