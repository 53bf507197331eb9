import { isAsked } from '@/engine/tasks/chosen-part';
import type { Plan } from '@/plan/plan';
import { getNearestTaskPath, type JournalPath } from '@/run/journal-path';

/** Whether a person wants the tasks around a path done anew. */
export function isWishedAnew({ reuse }: Pick<Plan, 'reuse'>, path: JournalPath): boolean {
  const { anew = [] } = reuse ?? {};
  if (anew.length === 0) return false;
  const task = getNearestTaskPath(path);
  return anew.some((root) => task === root || task.startsWith(`${root}/`));
}

/** Whether what is called at a path is asked whatever other runs were answered: the wish of a run of a part, too. */
export function isAskedAnew(plan: Pick<Plan, 'reuse' | 'part'>, path: JournalPath): boolean {
  return isWishedAnew(plan, path) || (plan.part !== undefined && isAsked(plan.part, path));
}
