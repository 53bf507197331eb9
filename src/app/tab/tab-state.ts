import type { RunState } from '@/run/run-state';
import { countTasksDone } from '@/run/tasks-done';

/** What a run shows of itself where the page is not seen. */
export type TabStatus = 'none' | 'running' | 'waits' | 'done' | 'failed';

/** The mark of a run. `isAway`: whether the page is hidden, so that its end has not been seen. */
export function findTabStatus({ status, seq, questions }: RunState, isAway: boolean): TabStatus {
  if (seq === 0) return 'none';
  if (questions.size > 0 || status === 'waiting') return 'waits';
  if (status === 'running') return 'running';
  if (!isAway || status === 'cancelled') return 'none';
  return status === 'completed' ? 'done' : 'failed';
}

/** The title of the tab: `3 of 9 · Notes · Heddle`, `(1) Notes · Heddle`, `Done · Notes · Heddle`. */
export function formatTabTitle(name: string, run: RunState, mark: TabStatus): string {
  const words: { readonly [K in TabStatus]: string } = {
    none: '',
    running: `${countTasksDone(run).toLocaleString('en')} of ${run.taskCount.toLocaleString('en')} · `,
    waits: run.questions.size > 0 ? `(${run.questions.size}) ` : 'Waits · ',
    done: 'Done · ',
    failed: 'Failed · ',
  };
  return `${words[mark]}${name} · Heddle`;
}
