import { AppError } from '@/base/errors';
import type { PlannedPin, PlannedTask } from '@/plan/plan';
import { findInstance } from '@/run/journal-path';
import type { Attempt } from '../attempt';
import { parseOutput } from '../handler/parse-output';
import { listSchemaViolations } from '../handler/violations';
import type { Outcome } from '../outcome';

/**
 * The pinned output of a task. Errors: `VALIDATION_ERROR` if no earlier run has the recorded one, `INVALID_OUTPUT` if
 * it is not what `output_schema` asks for.
 */
export async function buildPinnedOutcome(task: PlannedTask, pin: PlannedPin, { root, run }: Attempt): Promise<Outcome> {
  const content = 'content' in pin ? pin.content : await run.recording?.output?.(findInstance(root) ?? root);
  if (content === undefined) {
    throw new AppError(
      'VALIDATION_ERROR',
      `“${task.label}” is pinned to what an earlier run gave, and there is none.`,
      {
        advice: 'Run it without the pin first, or pin the output itself.',
      },
    );
  }
  const violations = listSchemaViolations(task.outputSchema, parseOutput(content, task.outputSchema));
  if (violations.length > 0) {
    const isWritten = 'isWritten' in pin;
    const what = isWritten ? 'The output that was written' : 'The pinned output';
    throw new AppError('INVALID_OUTPUT', `${what} is not what output_schema asks for. ${violations[0]}`, {
      advice: isWritten ? 'Write it again.' : 'Change the pinned output, or remove the pin.',
      details: { violations },
    });
  }
  return { content, notes: {} };
}
