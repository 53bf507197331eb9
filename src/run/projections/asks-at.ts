import type { TaskPath } from '@/workflow/task-path';
import { getNearestTaskPath } from '../journal-path';
import type { RunState } from '../run-state';

/** Whether a task, or a task within it, waits for an answer from the person. */
export function isAskingAt({ questions }: Pick<RunState, 'questions'>, taskPath: TaskPath): boolean {
  for (const path of questions.keys()) {
    const asking = getNearestTaskPath(path);
    if (asking === taskPath || asking.startsWith(`${taskPath}/`)) return true;
  }
  return false;
}
