import type { Task } from '@/workflow/tasks';

/** The most rounds that a director and its evaluator take, by the defaults of the language; empty for other tasks. */
export function findMostRounds(task: Task): { readonly mostRounds?: number } {
  if (task.type !== 'director_evaluator') return {};
  return { mostRounds: task.maxIterations ?? (task.mode === 'static' ? 1 : 10) };
}
