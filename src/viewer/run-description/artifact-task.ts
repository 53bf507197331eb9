import type { RunState, TaskInstance } from '@/run/run-state';

/** The newest run of a task that wrote an artifact; undefined if none did. */
export function findArtifactTask({ tasks }: Pick<RunState, 'tasks'>, path: string): TaskInstance | undefined {
  return [...tasks.values()].findLast((task) => task.status === 'ok' && task.data.artifact === path);
}
