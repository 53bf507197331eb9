import type { RunState } from '../run-state';

/** Id of the task that a person would look at now: the one that started last and still runs, else the one that ended last. */
export function lastActiveTask(run: RunState): string | undefined {
  let running: { readonly id: string; readonly at: string } | undefined;
  let ended: { readonly id: string; readonly at: string } | undefined;
  for (const [id, task] of run.tasks) {
    if (task.status === 'running') {
      if (!running || task.startedAt >= running.at) running = { id, at: task.startedAt };
    } else if (task.status === 'ok' || task.status === 'failed') {
      if (!ended || task.endedAt >= ended.at) ended = { id, at: task.endedAt };
    }
  }
  return (running ?? ended)?.id;
}
