import { toFailure } from '@/base/errors';
import type { Stores } from './context';
import type { RunViewState } from './run-store';

/**
 * Plans the open workflow and runs it. Problems that stand in the way open the list of problems; a failure to start is shown
 * in the run store. While a run goes on this does nothing.
 */
export async function startRun({ document, view, run, services }: Stores): Promise<void> {
  if (isRunning(run.getState())) return;
  await document.actions.settled();
  const { id, sync } = document.getState();
  if (sync === 'broken') {
    view.setState({ dialog: 'problems' });
    return;
  }
  try {
    const planned = await services.documents.plan();
    if (!planned.ok) {
      document.setState({ diagnostics: planned.diagnostics });
      view.setState({ dialog: 'problems' });
      return;
    }
    await document.actions.save();
    run.setState({ failure: undefined });
    await services.runner.start({ workflowId: id, plan: planned.plan });
    view.setState(({ panels }) => ({ screen: 'editor', panels: { ...panels, drawer: true } }));
  } catch (error) {
    run.setState({ failure: toFailure(error) });
  }
}

/** Stops the run that is shown, if it goes on. What is done is kept. */
export async function cancelRun({ run, services }: Stores): Promise<void> {
  const state = run.getState();
  if (state.executionId && isRunning(state)) await services.runner.cancel(state.executionId);
}

/** Stops what is in flight; the run waits until it is resumed. */
export async function pauseRun({ run, services }: Stores): Promise<void> {
  const state = run.getState();
  if (state.executionId && isRunning(state)) await services.runner.pause(state.executionId);
}

/** Lets a run go on that a person paused. */
export async function resumeRun({ run, services }: Stores): Promise<void> {
  const state = run.getState();
  if (!state.executionId || !isPaused(state)) return;
  run.setState({ failure: undefined });
  await services.runner.resume(state.executionId);
}

/** Whether a person paused the run that is shown. */
export function isPaused({ executionId, run }: Pick<RunViewState, 'executionId' | 'run'>): boolean {
  return executionId !== undefined && run.status === 'waiting' && run.waits.at(-1)?.reason === 'person';
}

/** Whether the run that is shown still goes on (or waits for a person). */
export function isRunning({ executionId, run }: Pick<RunViewState, 'executionId' | 'run'>): boolean {
  return executionId !== undefined && (run.status === 'running' || run.status === 'waiting');
}
