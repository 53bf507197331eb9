import { countOf } from '@/base/figures';
import { progressWords } from '@/run/progress-words';
import type { PipelineProgress, TaskRun } from '@/run/run-state';
import type { Task } from '@/workflow/tasks';
import { mostRounds } from './round-count';

/** How far a task is that runs, as its badge says it: `3 of 9 items`. `steps`: of a pipeline. */
export function howFar(
  task: Task,
  { done = 0, parts }: Extract<TaskRun, { status: 'running' }>,
  steps: PipelineProgress | undefined,
): { readonly reason?: string; readonly progress?: string } {
  if (steps !== undefined) return { reason: progressWords(steps), progress: shareOf(steps.done, steps.total, 'step') };
  const rounds = roundsOf(task, done + 1);
  if (rounds !== undefined) return { progress: rounds };
  return parts === undefined ? {} : { progress: shareOf(done, parts, nouns[task.type] ?? 'task') };
}

const nouns: { readonly [K in Task['type']]?: string } = { map: 'item', reduce: 'item', sequential: 'step' };

function shareOf(done: number, total: number, noun: string): string {
  return `${done.toLocaleString('en')} of ${countOf(total, noun)}`;
}

function roundsOf(task: Task, round: number): string | undefined {
  const { loop } = task;
  const most =
    loop === undefined ? mostRounds(task).mostRounds : loop.type === 'repeat' ? loop.count : (loop.maxIterations ?? 10);
  if (most === undefined) return undefined;
  const bound = loop?.type === 'repeat' ? 'of' : 'of at most';
  return `Round ${round.toLocaleString('en')} ${bound} ${most.toLocaleString('en')}`;
}
