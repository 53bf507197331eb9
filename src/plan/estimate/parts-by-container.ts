import { findContainerPath } from '@/workflow/task-path';
import type { PlanEstimate, TaskEstimate } from './estimate';

/** The estimates of nested tasks, by the task path of their container, in the order of the plan. */
export function groupByContainer({ tasks }: Pick<PlanEstimate, 'tasks'>): ReadonlyMap<string, readonly TaskEstimate[]> {
  const parts = new Map<string, TaskEstimate[]>();
  for (const estimate of Object.values(tasks)) {
    let container = findContainerPath(estimate.id);
    // A library call's path has a segment for the definition, which is no task.
    while (container !== undefined && !Object.hasOwn(tasks, container)) container = findContainerPath(container);
    if (container === undefined) continue;
    const siblings = parts.get(container);
    if (siblings === undefined) parts.set(container, [estimate]);
    else siblings.push(estimate);
  }
  return parts;
}
