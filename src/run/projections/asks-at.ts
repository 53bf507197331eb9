import type { TaskPath } from '@/workflow/task-path';
import { nearestTaskPath } from '../journal-path';
import type { RunState } from '../run-state';

/** Whether a task, or a task within it, waits for an answer from the person. */
export function asksAt({ questions }: RunState, taskPath: TaskPath): boolean {
  for (const path of questions.keys()) {
    const asking = nearestTaskPath(path);
    if (asking === taskPath || asking.startsWith(`${taskPath}/`)) return true;
  }
  return false;
}
