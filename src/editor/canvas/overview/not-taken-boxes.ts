import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import type { Boxes } from '../../geometry/boxes';

/**
 * The drawn tasks that are in a branch of a condition which the run did not take. `isPassed`: whether it passed over
 * the branch at a path.
 */
export function collectNotTakenBoxes(boxes: Boxes, isPassed: (branch: TaskPath) => boolean): ReadonlySet<TaskPath> {
  const found = new Set<TaskPath>();
  // Each container comes before its parts.
  for (const { taskPath, role } of boxes.values()) {
    const container = findContainerPath(taskPath);
    if (container === undefined) continue;
    const isBranch = (role === 'case' || role === 'else') && boxes.get(container)?.type === 'cond';
    if (found.has(container) || (isBranch && isPassed(taskPath))) found.add(taskPath);
  }
  return found;
}
