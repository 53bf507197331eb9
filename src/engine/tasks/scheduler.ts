import type { PlannedGraph, PlannedTask } from '@/plan/plan';
import { PriorityQueue } from '../effects/priority-queue';
import { rankOf } from '../effects/rank';
import { applyTriggerRule, type Skip, type TaskEnd } from '../task-end';

/**
 * Walks a graph: starts each task as soon as its dependencies have ended, by priority and then in the author's order.
 * `Slots` limits how many work at once. `ends` holds the tasks that have ended already, by position, and is filled in.
 * `start` gets the reason if the trigger rule skips the task. Nothing is started after an abort. Resolves when nothing
 * runs and nothing can be started; rejects as soon as a `start` does. O((V + E) log V) in all.
 */
export function schedule(
  graph: PlannedGraph,
  ends: (TaskEnd | undefined)[],
  start: (task: PlannedTask, skip: Skip | undefined) => Promise<TaskEnd>,
  signal: AbortSignal,
): Promise<void> {
  const { tasks } = graph;
  const dependents: PlannedTask[][] = tasks.map(() => []);
  const waitsFor: number[] = tasks.map(() => 0);
  const ready = new PriorityQueue<PlannedTask>();
  for (const task of tasks) {
    if (ends[task.index] !== undefined) continue;
    const open = task.needs.filter((index) => ends[index] === undefined);
    waitsFor[task.index] = open.length;
    for (const index of open) dependents[index]?.push(task);
    if (open.length === 0) ready.push(rankOf(task), task);
  }

  return new Promise((resolve, reject) => {
    let running = 0;

    function settle(task: PlannedTask, end: TaskEnd): void {
      running -= 1;
      ends[task.index] = end;
      for (const dependent of dependents[task.index] ?? []) {
        const open = (waitsFor[dependent.index] ?? 0) - 1;
        waitsFor[dependent.index] = open;
        if (open === 0) ready.push(rankOf(dependent), dependent);
      }
      startReady();
    }

    function startReady(): void {
      for (let task = next(); task !== undefined; task = next()) {
        const started = task;
        running += 1;
        start(started, applyTriggerRule(started, graph, ends)).then((end) => settle(started, end), reject);
      }
      if (running === 0) resolve();
    }

    const next = () => (signal.aborted ? undefined : ready.pop());
    startReady();
  });
}
