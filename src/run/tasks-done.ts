import type { RunState } from './run-state';

/** How many tasks of the workflow itself have ended in a run, in whatever way; those inside others are not counted. */
export function countTasksDone({ tasks }: Pick<RunState, 'tasks'>): number {
  let done = 0;
  for (const [path, { status }] of tasks) if (status !== 'running' && !path.includes('/')) done += 1;
  return done;
}
