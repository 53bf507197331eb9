import type { TaskPath } from '@/workflow/task-path';
import { listPartsRun } from './estimate/parts-run';
import type { Plan, PlannedTask } from './plan';

/** The task of a plan at a path, also in a definition that it calls. Undefined: there is none. */
export function findPlannedTask(
  { tasks, library }: Pick<Plan, 'tasks' | 'library'>,
  path: TaskPath,
): PlannedTask | undefined {
  let among: readonly PlannedTask[] = tasks;
  let found: PlannedTask | undefined;
  for (const segment of path.split('/')) {
    if (segment.startsWith('call:')) {
      const definition = found?.type === 'call' ? library[found.ref] : undefined;
      among = definition === undefined ? [] : [definition.task];
      continue;
    }
    found = among.find(({ id }) => id === segment);
    if (found === undefined) return undefined;
    among = listPartsRun(found).parts.map(({ task }) => task);
  }
  return found;
}
