import type { RunMark } from '@/run/line/run-mark';
import type { RunState } from '@/run/run-state';
import { countTasksDone } from '@/run/tasks-done';

/**
 * The title of the window: `3 of 9 · Notes · Heddle`, `(1) Notes · Heddle`, `Failed · Notes · Heddle`. Of an end it
 * says to who was away that it is there.
 */
export function formatTabTitle(name: string, run: RunState, mark: RunMark, wasAway: boolean): string {
  return `${formatPrefix(run, mark, wasAway)}${name} · Heddle`;
}

function formatPrefix(run: RunState, mark: RunMark, wasAway: boolean): string {
  switch (mark) {
    case 'asks':
      return run.questions.size > 0 ? `(${run.questions.size}) ` : 'Waits · ';
    case 'failed':
      return 'Failed · ';
    case 'running':
      return `${countTasksDone(run).toLocaleString('en')} of ${run.taskCount.toLocaleString('en')} · `;
    case 'done':
      return wasAway ? 'Done · ' : '';
    default:
      return '';
  }
}
