import type { PlannedGraph, PlannedTask } from '@/plan/plan';
import type { GraphScope } from '../context/graph-scope';
import type { Skip, TaskEnd } from '../task-end';
import type { Results } from './results';
import { scheduleGraph } from './scheduler';

/**
 * Runs the tasks of a graph, each as soon as it may start. Resolves to how they ended, by position; undefined: not
 * started, because `signal` was aborted.
 */
export async function runGraph(
  graph: PlannedGraph,
  results: Results,
  scope: GraphScope,
  start: (task: PlannedTask, skip: Skip | undefined) => Promise<TaskEnd>,
  signal: AbortSignal,
): Promise<readonly (TaskEnd | undefined)[]> {
  const ends: (TaskEnd | undefined)[] = graph.tasks.map(() => undefined);
  const runGraphTask = async (task: PlannedTask, skip: Skip | undefined) => {
    const waits = scope.ready(task, signal);
    if (waits !== undefined) await waits;
    const end = await start(task, skip);
    results.add(task, end);
    scope.ended(task, end);
    return end;
  };
  try {
    await scheduleGraph(graph, ends, runGraphTask, signal);
  } finally {
    scope.close();
  }
  return ends;
}
