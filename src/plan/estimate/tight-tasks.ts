import type { PlanEstimate, TaskEstimate } from './estimate';

/** A task with a call that may exceed the context window of its model; `certain`: it will. */
export interface TightTask {
  /** Task path. */
  readonly id: string;
  readonly window: NonNullable<TaskEstimate['window']>;
  readonly certain: boolean;
}

/** The tasks that may exceed the context windows of their models, as far as these are known. */
export function listTightTasks({ tasks }: PlanEstimate): readonly TightTask[] {
  return Object.values(tasks).flatMap(({ id, window }) => {
    if (window === undefined || window.call.high <= window.usable) return [];
    return [{ id, window, certain: window.call.low > window.usable }];
  });
}
