import type { PlannedGraph, PlannedTask } from '@/plan/plan';
import { PriorityQueue } from '../effects/priority-queue';
import { computeTaskRank } from '../effects/rank';
import { applyTriggerRule, type Skip, type TaskEnd } from '../task-end';

/**
 * Walks a graph: starts each task as soon as its dependencies have ended, by priority and then in the author's order.
 * `Slots` limits how many work at once. `ends` holds the tasks that have ended already, by position, and is filled in.
 * `start` gets the reason if the trigger rule skips the task. Nothing is started after an abort. Resolves when nothing
 * runs and nothing can be started; rejects as soon as a `start` does. O((V + E) log V) in all.
 */
export function scheduleGraph(
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
    if (open.length === 0) ready.push(computeTaskRank(task), task);
  }

  return new Promise((resolve, reject) => {
    let running = 0;

    function settleTask(task: PlannedTask, end: TaskEnd): void {
      running -= 1;
      ends[task.index] = end;
      for (const dependent of dependents[task.index] ?? []) {
        const open = (waitsFor[dependent.index] ?? 0) - 1;
        waitsFor[dependent.index] = open;
        if (open === 0) ready.push(computeTaskRank(dependent), dependent);
      }
      startReady();
    }

    function startReady(): void {
      for (let task = takeNextTask(); task !== undefined; task = takeNextTask()) {
        const started = task;
        running += 1;
        start(started, applyTriggerRule(started, graph, ends)).then((end) => settleTask(started, end), reject);
      }
      if (running === 0) resolve();
    }

    const takeNextTask = () => (signal.aborted ? undefined : ready.pop());
    startReady();
  });
}
