import type { PlanEstimate, TaskEstimate } from './estimate';

/** A task of which one call may be more than the window of its model takes; `certain`: it will be. */
export interface TightTask {
  /** The place of the task. */
  readonly id: string;
  readonly window: NonNullable<TaskEstimate['window']>;
  readonly certain: boolean;
}

/** The tasks that may overflow the windows of their models, as far as these are known. */
export function tightTasks({ tasks }: PlanEstimate): readonly TightTask[] {
  return Object.values(tasks).flatMap(({ id, window }) => {
    if (window === undefined || window.call.high <= window.usable) return [];
    return [{ id, window, certain: window.call.low > window.usable }];
  });
}
