import { isUnfinished } from '@/run/is-unfinished';
import type { OpenQuestion } from '@/run/run-state';
import { chooseInstance } from '@/state/view/shown-run';
import type { AppStores } from './context';
import { type RunViewState, showRun } from './run-store';

/** Shows a run of the open workflow on the canvas and in the drawer. */
export function chooseRun({ run, services, view }: AppStores, executionId: string): void {
  if (run.getState().executionId === executionId) return;
  chooseInstance(view, undefined);
  void showRun(run, services.runner, executionId);
}

/** Cancels the shown run, if it is running. Finished work is kept. */
export async function cancelRun({ run, services }: AppStores): Promise<void> {
  const state = run.getState();
  if (state.executionId && isRunning(state)) await services.runner.cancel(state.executionId);
}

/** The breakpoint at which the shown run pauses, if it does. */
export function findBreakpoint({ present }: Pick<RunViewState, 'present'>): OpenQuestion | undefined {
  return [...present.questions.values()].find(({ kind }) => kind === 'breakpoint');
}

/** Pauses the shown run: calls in flight are stopped, and it waits until it is resumed. */
export async function pauseRun({ run, services }: AppStores): Promise<void> {
  const state = run.getState();
  if (state.executionId && isRunning(state)) await services.runner.pause(state.executionId);
}

/** Whether a person paused the shown run. */
export function isPaused({ executionId, present }: Pick<RunViewState, 'executionId' | 'present'>): boolean {
  return executionId !== undefined && present.status === 'waiting' && present.waits.at(-1)?.reason === 'person';
}

/**
 * Whether the shown run is unfinished: it runs, waits for a person or rests. Of one whose log cannot be read that is
 * not known, and it keeps nobody from running the workflow.
 */
export function isRunning({
  executionId,
  present,
  unread,
}: Pick<RunViewState, 'executionId' | 'present' | 'unread'>): boolean {
  return executionId !== undefined && unread === undefined && isUnfinished(present.status);
}

/** Whether the bar for looking back is shown: the run has ended or rests, or the person already looks back. */
export function canLookBack({ executionId, present, travel }: RunViewState): boolean {
  if (executionId === undefined || present.seq === 0) return false;
  return travel !== undefined || (present.status !== 'running' && present.questions.size === 0);
}

/**
 * Whether a part of the shown run can be written otherwise: the run has ended, is paused, pauses at a breakpoint, or is
 * looked back at.
 */
export function canWriteOtherwise({ executionId, present, travel }: RunViewState): boolean {
  if (executionId === undefined || present.seq === 0) return false;
  return travel !== undefined || present.status !== 'running' || findBreakpoint({ present }) !== undefined;
}
