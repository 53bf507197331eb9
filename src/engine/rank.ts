import type { Plan, PlannedTask } from '@/plan/plan';

const order = { critical: 0, high: 1, normal: 2, low: 3 } as const;

/** Place of a task among those that are ready: by priority, then in the author's order. Unique; the lowest goes first. */
export function rankOf(task: PlannedTask, plan: Plan): number {
  return order[task.priority] * plan.tasks.length + task.index;
}
