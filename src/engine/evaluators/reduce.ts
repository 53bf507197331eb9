import { cancelled } from '@/base/cancelled';
import type { Json, JsonObject } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import { scopeOf } from '@/workflow/expressions/environment';
import { asText } from '@/workflow/expressions/template';
import type { Attempt, Evaluate } from '../attempt';
import { stepContext } from '../context/step-context';
import { partFailure } from '../outcome';
import type { Failed, TaskEnd } from '../task-end';
import { itemsOf } from './items';

/**
 * Folds items into one value, strictly in order. For each item the inner task runs, if there is one, then the
 * reduction. If either skips an item, the value stays as it was. Without items the result is the initial value.
 */
export const evaluateReduce: Evaluate<'reduce'> = async (task, attempt) => {
  const items = await itemsOf(task.items, attempt);
  attempt.started(items.length);
  const { history, context } = stepContext(task, attempt);
  let accumulator: Json = task.initialValue;
  const stopped = (part: PlannedTask, end: Failed) => ({
    content: asText(accumulator),
    notes: { partial_results: accumulator },
    failure: partFailure(part, end),
  });

  for (const [index, { name, value }] of items.entries()) {
    const run = (part: PlannedTask, given: JsonObject, givenNames: readonly (readonly string[])[]) =>
      runPart(part, attempt, {
        at: ['item', index],
        environment: scopeOf('given', { ...given, index, name }, attempt.environment),
        givenNames,
        context,
      });

    let current: Json = value;
    if (task.innerTask !== undefined) {
      const end = await run(task.innerTask, { current_data: value, item: value }, [['current_data', 'item']]);
      if (end.status === 'failed') return stopped(task.innerTask, end);
      if (end.status !== 'completed') continue;
      current = end.record.output;
    }
    const given = { current_result: current, accumulator, original_input: value };
    const end = await run(task.reductionTask, given, [['accumulator'], ['current_result']]);
    if (end.status === 'failed') return stopped(task.reductionTask, end);
    if (end.status !== 'completed') continue;
    accumulator = end.record.output;
    history.add(name, end.record);
  }
  return { content: asText(accumulator), notes: {} };
};

async function runPart(
  part: PlannedTask,
  attempt: Attempt,
  options: Parameters<Attempt['part']>[1],
): Promise<Exclude<TaskEnd, { status: 'cancelled' }>> {
  const end = await attempt.part(part, options);
  if (end.status === 'cancelled') throw cancelled('The run');
  return end;
}
