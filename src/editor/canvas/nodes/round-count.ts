import type { Task } from '@/workflow/tasks';

/** How many rounds a director and its evaluator can take, by the language's defaults; nothing for other tasks. */
export function mostRounds(task: Task): { readonly mostRounds?: number } {
  if (task.type !== 'director_evaluator') return {};
  return { mostRounds: task.maxIterations ?? (task.mode === 'static' ? 1 : 10) };
}
