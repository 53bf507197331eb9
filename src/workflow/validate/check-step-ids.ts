import type { TaskScope } from '../graph/task-scopes';
import type { TaskId } from '../names';
import type { Task } from '../tasks';
import { getStepId } from '../tasks/parts';
import type { Checking } from './checking';

/** Reports steps of a sequence with the same id: only the first could be referred to. */
export function checkStepIds(checking: Checking, task: Task, { path }: TaskScope): void {
  if (task.type !== 'sequential') return;
  const seen = new Set<TaskId>();
  for (const [index, step] of (task.steps ?? []).entries()) {
    const id = getStepId(step, index);
    if (seen.has(id)) {
      const at = [...path, 'steps', index, ...(step.id === undefined ? [] : ['id'])];
      checking.report('HED206', at, `There are two steps with the id “${id}”. Give one of them another.`);
    }
    seen.add(id);
  }
}
