import { formatCount } from '@/base/figures';
import { formatProgress } from '@/run/progress-words';
import type { PipelineProgress, TaskRun } from '@/run/run-state';
import type { Task } from '@/workflow/tasks';
import { findMostRounds } from './round-count';

/** How far a task is that runs, as its badge says it: `3 of 9 items`. `steps`: of a pipeline. */
export function formatHowFar(
  task: Task,
  { done = 0, parts }: Extract<TaskRun, { status: 'running' }>,
  steps: PipelineProgress | undefined,
): { readonly reason?: string; readonly progress?: string } {
  if (steps !== undefined)
    return { reason: formatProgress(steps), progress: formatShare(steps.done, steps.total, 'step') };
  const rounds = formatRounds(task, done + 1);
  if (rounds !== undefined) return { progress: rounds };
  return parts === undefined ? {} : { progress: formatShare(done, parts, nouns[task.type] ?? 'task') };
}

const nouns: { readonly [K in Task['type']]?: string } = { map: 'item', reduce: 'item', sequential: 'step' };

function formatShare(done: number, total: number, noun: string): string {
  return `${done.toLocaleString('en')} of ${formatCount(total, noun)}`;
}

function formatRounds(task: Task, round: number): string | undefined {
  const { loop } = task;
  const most =
    loop === undefined
      ? findMostRounds(task).mostRounds
      : loop.type === 'repeat'
        ? loop.count
        : (loop.maxIterations ?? 10);
  if (most === undefined) return undefined;
  const bound = loop?.type === 'repeat' ? 'of' : 'of at most';
  return `Round ${round.toLocaleString('en')} ${bound} ${most.toLocaleString('en')}`;
}
