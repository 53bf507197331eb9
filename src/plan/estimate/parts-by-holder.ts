import { holderOf } from '@/workflow/place';
import type { PlanEstimate, TaskEstimate } from './estimate';

/** The estimates of tasks within others, by the place of the nearest task around them, in the order of the plan. */
export function partsByHolder({ tasks }: PlanEstimate): ReadonlyMap<string, readonly TaskEstimate[]> {
  const parts = new Map<string, TaskEstimate[]>();
  for (const estimate of Object.values(tasks)) {
    let holder = holderOf(estimate.id);
    // Between a call and what it runs stands the name of the definition, which is no task.
    while (holder !== undefined && !Object.hasOwn(tasks, holder)) holder = holderOf(holder);
    if (holder === undefined) continue;
    const siblings = parts.get(holder);
    if (siblings === undefined) parts.set(holder, [estimate]);
    else siblings.push(estimate);
  }
  return parts;
}
