import { createCancelledError } from '@/base/cancelled';
import type { Json, JsonObject } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import { createScope } from '@/workflow/expressions/environment';
import { formatPromptValue } from '@/workflow/expressions/template';
import type { Attempt, Evaluate } from '../attempt';
import { stepContext } from '../context/step-context';
import { buildPartFailure } from '../outcome';
import type { Failed, TaskEnd } from '../task-end';
import { readItems } from './items';

/**
 * Folds items into one value, strictly in order. For each item the inner task runs, if there is one, then the
 * reduction. If either skips an item, the value stays as it was. Without items the result is the initial value.
 */
export const evaluateReduce: Evaluate<'reduce'> = async (task, attempt) => {
  const items = await readItems(task.items, attempt);
  attempt.started(items.length);
  const { history, context } = stepContext(task, attempt);
  let accumulator: Json = task.initialValue;
  const buildStoppedOutcome = (part: PlannedTask, end: Failed) => ({
    content: formatPromptValue(accumulator),
    notes: { partial_results: accumulator },
    failure: buildPartFailure(part, end),
  });

  for (const [index, { name, value }] of items.entries()) {
    const runItemPart = (part: PlannedTask, given: JsonObject, givenNames: readonly (readonly string[])[]) =>
      runPart(part, attempt, {
        at: ['item', index],
        environment: createScope('given', { ...given, index, name }, attempt.environment),
        givenNames,
        context,
      });

    let current: Json = value;
    if (task.innerTask !== undefined) {
      const end = await runItemPart(task.innerTask, { current_data: value, item: value }, [['current_data', 'item']]);
      if (end.status === 'failed') return buildStoppedOutcome(task.innerTask, end);
      if (end.status !== 'completed') continue;
      current = end.record.output;
    }
    const given = { current_result: current, accumulator, original_input: value };
    const end = await runItemPart(task.reductionTask, given, [['accumulator'], ['current_result']]);
    if (end.status === 'failed') return buildStoppedOutcome(task.reductionTask, end);
    if (end.status !== 'completed') continue;
    accumulator = end.record.output;
    history.add(name, end.record);
  }
  return { content: formatPromptValue(accumulator), notes: {} };
};

async function runPart(
  part: PlannedTask,
  attempt: Attempt,
  options: Parameters<Attempt['part']>[1],
): Promise<Exclude<TaskEnd, { status: 'cancelled' }>> {
  const end = await attempt.part(part, options);
  if (end.status === 'cancelled') throw createCancelledError('The run');
  return end;
}
