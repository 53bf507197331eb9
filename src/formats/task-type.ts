import { type TaskType, taskTypes } from '@/workflow/tasks';

/** What the schemas take as a type: all types, and the older words that are in use. */
export const typeWords: readonly string[] = [...taskTypes, 'director-evaluator', 'director', 'evaluator'];

/** Fields that tell the type of a task that does not say it; the first that matches (language page, section 3). */
export const tellingFields: readonly (readonly [field: string, type: TaskType])[] = [
  ['director', 'director_evaluator'],
  ['plan', 'pipeline'],
  ['steps', 'sequential'],
  ['cases', 'cond'],
  ['subtasks', 'group'],
  ['reduction_task', 'reduce'],
  ['inner_task', 'map'],
  ['ref', 'call'],
  ['script', 'script'],
];

/** The type of a task that does not say it. `has` says whether a field, by its name in a file, is written. */
export function inferType(has: (field: string) => boolean): TaskType {
  return tellingFields.find(([field]) => has(field))?.[1] ?? 'atomic';
}
