import type { PlannedTask } from '@/plan/plan';

const order = { critical: 0, high: 1, normal: 2, low: 3 } as const;
/** More than the number of tasks in any plan. */
const span = 2 ** 40;

/** Position of a task among those that are ready: by priority, then in the author's order. The lowest goes first. */
export function computeTaskRank({ priority, order: position }: Pick<PlannedTask, 'priority' | 'order'>): number {
  return order[priority] * span + position;
}
