import { type TaskType, taskTypes } from '@/workflow/tasks';

/** The words for types that the schemas accept: all types, and former words in use. */
export const typeWords: readonly string[] = [...taskTypes, 'director-evaluator', 'director', 'evaluator'];

/**
 * Fields that imply the type of a task without a stated one; the first that matches counts (language page, section 3).
 */
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

/** The type of a task without a stated one. `has`: whether a field, named as in a file, is written. */
export function inferType(has: (field: string) => boolean): TaskType {
  return tellingFields.find(([field]) => has(field))?.[1] ?? 'atomic';
}
