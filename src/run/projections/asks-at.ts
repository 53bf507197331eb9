import type { TaskPath } from '@/workflow/place';
import { taskPlaceOf } from '../path';
import type { RunState } from '../run-state';

/** Whether the task at a place, or one within it, waits for an answer of the person. */
export function asksAt({ questions }: RunState, place: TaskPath): boolean {
  for (const path of questions.keys()) {
    const asking = taskPlaceOf(path);
    if (asking === place || asking.startsWith(`${place}/`)) return true;
  }
  return false;
}
