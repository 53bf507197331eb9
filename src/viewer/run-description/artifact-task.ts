import type { RunState, TaskInstance } from '@/run/run-state';

/** The run of a task that wrote an artifact, the newest one; undefined if none has. */
export function artifactTask({ tasks }: Pick<RunState, 'tasks'>, path: string): TaskInstance | undefined {
  return [...tasks.values()].findLast((task) => task.status === 'ok' && task.data.artifact === path);
}
