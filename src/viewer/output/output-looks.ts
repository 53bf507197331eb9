import type { RunState, TaskRun } from '@/run/run-state';
import type { OutputLook } from '@/state/drawer-search';
import type { TaskPath } from '@/workflow/task-path';

const names: { readonly [K in OutputLook]: string } = {
  result: 'Result',
  rounds: 'Rounds',
  iterations: 'Iterations',
  steps: 'Steps',
};

/** A view of a task that can be chosen. */
export interface OfferedLook {
  readonly value: OutputLook;
  readonly label: string;
}

/** The views that the task at a path has. `whole`: whether the iterations are those of the whole run. */
export function listLooks(
  run: Pick<RunState, 'rounds' | 'pipelines' | 'progress' | 'iterations'>,
  taskPath: TaskPath,
  whole: boolean,
): readonly OfferedLook[] {
  const looks: OutputLook[] = ['result'];
  if (run.pipelines.has(taskPath) || run.progress.has(taskPath)) looks.push('steps');
  if (!whole && run.rounds.has(taskPath)) looks.push('rounds');
  if (whole ? run.iterations.count > 0 : hasRounds(run, taskPath)) looks.push('iterations');
  return looks.map((value) => ({ value, label: names[value] }));
}

/** The view to show: the chosen one if the task has it; otherwise the steps for an active pipeline, else the result. */
export function chooseLook(
  looks: readonly OfferedLook[],
  wished: OutputLook | undefined,
  status: TaskRun['status'] | undefined,
): OutputLook {
  const hasLook = (look: OutputLook | undefined) => looks.some(({ value }) => value === look);
  if (wished !== undefined && hasLook(wished)) return wished;
  return status === 'running' && hasLook('steps') ? 'steps' : 'result';
}

/** Whether a task, or one in it, has rounds, or failed tries of a pipeline's steps. */
function hasRounds({ rounds, pipelines }: Pick<RunState, 'rounds' | 'pipelines'>, taskPath: TaskPath): boolean {
  const isAtOrWithin = (at: TaskPath) => at === taskPath || at.startsWith(`${taskPath}/`);
  for (const at of rounds.keys()) if (isAtOrWithin(at)) return true;
  for (const [at, { failures }] of pipelines) if (failures > 0 && isAtOrWithin(at)) return true;
  return false;
}
