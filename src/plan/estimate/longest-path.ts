import type { Plan, PlannedTask } from '../plan';

/** Tasks that can run at once, wave by wave, as ids in the author's order. */
export function listWaves(plan: Plan): string[][] {
  const waves: string[][] = [];
  for (const { id, wave } of plan.tasks) {
    while (waves.length <= wave) waves.push([]);
    waves[wave]?.push(id);
  }
  return waves;
}

/** Ids along the longest chain of dependencies; of several equally long ones, the first in the author's order. */
export function findLongestPath(plan: Plan): string[] {
  let task = plan.tasks.reduce<PlannedTask | undefined>(
    (deepest, candidate) => (deepest === undefined || candidate.wave > deepest.wave ? candidate : deepest),
    undefined,
  );
  const path: string[] = [];
  while (task !== undefined) {
    path.push(task.id);
    const above: number = task.wave - 1;
    task = task.needs.map((index) => plan.tasks[index]).find((need) => need?.wave === above);
  }
  return path.reverse();
}
