import type { RunState, TaskRun } from '@/run/run-state';
import type { OutputLook } from '@/state/view-store';
import type { TaskPath } from '@/workflow/task-path';

const names: { readonly [K in OutputLook]: string } = { result: 'Result', iterations: 'Iterations', steps: 'Steps' };

/** A look at a task, as it is offered. */
export interface OfferedLook {
  readonly value: OutputLook;
  readonly label: string;
}

/** What there is to see of the task at a place. `whole`: whether the iterations are those of the whole run. */
export function looksOf(
  run: Pick<RunState, 'rounds' | 'pipelines' | 'progress' | 'iterations'>,
  taskPath: TaskPath,
  whole: boolean,
): readonly OfferedLook[] {
  const looks: OutputLook[] = ['result'];
  if (run.pipelines.has(taskPath) || run.progress.has(taskPath)) looks.push('steps');
  if (whole ? run.iterations.count > 0 : hasRounds(run.rounds, taskPath)) looks.push('iterations');
  return looks.map((value) => ({ value, label: names[value] }));
}

/**
 * Which of the looks is shown: the one that was wished for if there is such, of a pipeline that goes on its steps, else
 * the result.
 */
export function chooseLook(
  looks: readonly OfferedLook[],
  wished: OutputLook | undefined,
  status: TaskRun['status'] | undefined,
): OutputLook {
  const has = (look: OutputLook | undefined) => looks.some(({ value }) => value === look);
  if (wished !== undefined && has(wished)) return wished;
  return status === 'running' && has('steps') ? 'steps' : 'result';
}

function hasRounds(rounds: RunState['rounds'], taskPath: TaskPath): boolean {
  for (const at of rounds.keys()) if (at === taskPath || at.startsWith(`${taskPath}/`)) return true;
  return false;
}
