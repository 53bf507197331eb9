import { AppError, toFailure } from '@/base/errors';
import type { PlannedTask } from '@/plan/plan';
import { at } from '@/run/path';
import type { RunnableType } from '@/workflow/tasks';
import type { Attempt, Evaluate, RunContext } from './attempt';
import { evaluators } from './evaluators';
import type { Outcome } from './outcome';
import { rankOf } from './rank';
import type { TaskScope } from './task-scope';
import { withTimeout } from './with-timeout';

/**
 * One attempt at a task. Its errors become the failure of the outcome, save two sorts that are not the task's: `CANCELLED`
 * when the run was stopped, and those of a storage that cannot go on. These are thrown.
 */
export async function runAttempt(
  task: PlannedTask,
  number: number,
  scope: TaskScope,
  run: RunContext,
  onBegin: () => void,
): Promise<Outcome> {
  const { slots, signal, deps } = run;
  let holding = false;
  let leftMs = task.limits.timeoutMs;

  const take = async () => {
    await slots.take(rankOf(task, run.plan));
    holding = true;
  };
  const give = () => {
    if (holding) slots.give();
    holding = false;
  };
  const attempt: Attempt = {
    run,
    number,
    path: at(at('', 'task', task.id), 'attempt', number),
    scope,
    async begin() {
      await take();
      onBegin();
    },
    async aside(wait) {
      give();
      const value = await wait();
      await take();
      return value;
    },
    async timed(perform) {
      const start = deps.clock.now();
      const value = await withTimeout(deps.clock, leftMs, signal, perform);
      const durationMs = deps.clock.now() - start;
      if (leftMs > 0) leftMs = Math.max(1, leftMs - durationMs);
      return { value, durationMs };
    },
  };

  try {
    if (signal.aborted) throw new AppError('CANCELLED', 'The run was cancelled.');
    const evaluate = evaluators[task.type] as Evaluate<RunnableType>;
    return await evaluate(task, attempt);
  } catch (error) {
    if (signal.aborted || isOfStorage(error)) throw error;
    return { content: '', notes: {}, failure: toFailure(error) };
  } finally {
    give();
  }
}

function isOfStorage(error: unknown): boolean {
  return error instanceof AppError && ['STORAGE_FULL', 'STORAGE_FAILED', 'DAMAGED_RECORD'].includes(error.code);
}
