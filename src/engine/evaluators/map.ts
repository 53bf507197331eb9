import { createCancelledError } from '@/base/cancelled';
import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { PlannedOf } from '@/plan/plan';
import { createScope } from '@/workflow/expressions/environment';
import type { Attempt, Evaluate } from '../attempt';
import { stepContext } from '../context/step-context';
import { createChildAbort } from '../effects/child-abort';
import { buildPartFailure } from '../outcome';
import type { Failed, TaskEnd } from '../task-end';
import { type Item, readItems } from './items';

/**
 * Runs the inner task for each item, in parallel. The result is the list of outputs in the order of the items. It
 * leaves out items that were skipped, and failed ones where the task allows that.
 */
export const evaluateMap: Evaluate<'map'> = async (task, attempt) => {
  const items = await readItems(task.items, attempt);
  attempt.started(items.length);
  const { ends, failed } = await runItems(task, items, attempt);
  const outputs: Json[] = ends.flatMap((end) => (end?.status === 'completed' ? [end.record.output] : []));
  if (failed !== undefined) {
    return { content: '', notes: { partial_results: outputs }, failure: buildPartFailure(task.innerTask, failed) };
  }
  // Items of a list are counted from 1, as everywhere on the screen.
  const nameAt = (index: number) => (task.items === undefined ? (items[index]?.name ?? '') : String(index + 1));
  const missing = ends.flatMap((end, index) => (end?.status === 'failed' ? [nameAt(index)] : []));
  if (missing.length > 0) attempt.warn(`Left out, because they failed: ${missing.join(', ')}`);
  return { content: encodeJson(outputs), notes: {} };
};

interface ItemEnds {
  readonly ends: readonly (TaskEnd | undefined)[];
  /** The failed item that cancelled the rest. */
  readonly failed: Failed | undefined;
}

async function runItems(task: PlannedOf<'map'>, items: readonly Item[], attempt: Attempt): Promise<ItemEnds> {
  const ends: (TaskEnd | undefined)[] = items.map(() => undefined);
  const rest = createChildAbort(attempt.signal);
  const { context } = stepContext(task, attempt);
  let failed: Failed | undefined;
  let next = 0;
  const runNextItems = async () => {
    while (next < items.length && !rest.signal.aborted) {
      const index = next++;
      const { name, value } = items[index] as Item;
      const end = await attempt.part(task.innerTask, {
        at: ['item', index],
        environment: createScope('given', { item: value, index, name }, attempt.environment),
        givenNames: [['item']],
        context,
        signal: rest.signal,
      });
      ends[index] = end;
      if (end.status !== 'failed' || task.onItemError === 'skip') continue;
      failed ??= end;
      rest.abort();
    }
  };
  const workers = Math.min(task.maxConcurrency ?? items.length, items.length);
  try {
    await Promise.all(Array.from({ length: workers }, runNextItems));
  } finally {
    rest.release();
  }
  if (attempt.signal.aborted) throw createCancelledError('The run');
  return { ends, failed };
}
