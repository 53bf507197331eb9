import { toFailure } from '@/base/errors';
import type { PlannedTask } from '@/plan/plan';
import type { Attempt } from '../attempt';
import { readWholeContent } from '../capture/whole';
import type { Outcome } from '../outcome';
import { checkContent, createInvalidOutputError } from './violations';

/**
 * The outcome of a task without a conversation, checked against its `output_schema` and `validate`. There is nobody to
 * repair it, so that a violation is its failure.
 */
export async function checkOutcome(task: PlannedTask, attempt: Attempt, outcome: Outcome): Promise<Outcome> {
  if (task.outputSchema === undefined && task.validate === undefined) return outcome;
  const content = await readWholeContent(outcome, attempt.run);
  const { violations } = checkContent(task, content, await attempt.names([task.validate]));
  return violations.length === 0 ? outcome : { ...outcome, failure: toFailure(createInvalidOutputError(violations)) };
}
