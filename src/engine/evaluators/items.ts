import { AppError } from '@/base/errors';
import type { Json } from '@/base/json';
import type { PlannedItems } from '@/plan/plan';
import type { Attempt } from '../attempt';
import { readInput } from '../capture/with-wholes';

/** One element that a map or a reduce goes over. */
export interface Item {
  /** The name of an input, or the position in a list. */
  readonly name: string;
  readonly value: Json;
}

/**
 * The elements that a map or a reduce goes over: its items, else its inputs. Error: `TASK_FAILURE` if they are not a
 * list.
 */
export async function readItems(items: PlannedItems | undefined, attempt: Attempt): Promise<readonly Item[]> {
  if (items === undefined) return Object.entries(attempt.inputs()).map(([name, value]) => ({ name, value }));
  const list = 'list' in items ? items.list : await readList(items.from, attempt);
  return list.map((value, index) => ({ name: String(index), value }));
}

async function readList(from: string, attempt: Attempt): Promise<readonly Json[]> {
  const value = await readInput({ from }, true, attempt);
  if (Array.isArray(value)) return value as readonly Json[];
  throw new AppError('TASK_FAILURE', `The items of “${from}” are not a list.`, {
    advice: 'Let that task answer with a JSON list, for example by an output_schema of type array.',
    details: { reason: 'items', from },
  });
}
