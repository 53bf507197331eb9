import { containerPath } from '@/workflow/task-path';
import type { PlanEstimate, TaskEstimate } from './estimate';

/** The estimates of tasks within others, by the place of the nearest task around them, in the order of the plan. */
export function partsByContainer({ tasks }: PlanEstimate): ReadonlyMap<string, readonly TaskEstimate[]> {
  const parts = new Map<string, TaskEstimate[]>();
  for (const estimate of Object.values(tasks)) {
    let container = containerPath(estimate.id);
    // Between a call and what it runs stands the name of the definition, which is no task.
    while (container !== undefined && !Object.hasOwn(tasks, container)) container = containerPath(container);
    if (container === undefined) continue;
    const siblings = parts.get(container);
    if (siblings === undefined) parts.set(container, [estimate]);
    else siblings.push(estimate);
  }
  return parts;
}
