import { AppError, toFailure } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import type { ForkWish } from '@/run/runner';
import type { Stores } from './context';
import { type RunViewState, showRun } from './run-store';

/**
 * Plans the open workflow and runs it. Problems that stand in the way open the list of problems; a failure to start is shown
 * in the run store. While the run that is shown goes on this does nothing, unless another one is wanted `beside` it.
 */
export async function startRun(stores: Stores, beside = false): Promise<void> {
  const { document, view, run, services } = stores;
  if (!beside && isRunning(run.getState())) return;
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
    await showStarted(stores, await services.runner.start({ workflowId: id, plan: planned.plan }));
  } catch (error) {
    run.setState({ failure: toFailure(error) });
  }
}

/** Runs again what a run ran: its own plan. Errors: those of `Runner.start`, `VALIDATION_ERROR` if it is not there any more. */
export async function runAgain(stores: Stores, executionId: string): Promise<void> {
  const { document, services } = stores;
  const { id: workflowId } = document.getState();
  const runs = await services.runner.executions(workflowId);
  const plan = runs.find(({ id }) => id === executionId)?.plan;
  if (plan === undefined) throw new AppError('VALIDATION_ERROR', 'This run is not there any more.');
  await showStarted(stores, await services.runner.start({ workflowId, plan }));
}

/** Starts a run that takes what still holds from an earlier one, and shows it. Errors: those of `Runner.fork`. */
export async function forkRun(stores: Stores, wish: ForkWish): Promise<void> {
  await showStarted(stores, await stores.services.runner.fork(wish));
}

/** The plan of the open workflow as it is now. Error `VALIDATION_ERROR` if there are problems in the way. */
export async function presentPlan({ document, services }: Stores): Promise<Plan> {
  await document.actions.settled();
  const planned = document.getState().sync === 'broken' ? undefined : await services.documents.plan();
  if (planned?.ok) return planned.plan;
  throw new AppError('VALIDATION_ERROR', 'The workflow as it is now cannot run.', {
    advice: 'The list of problems says why.',
  });
}

async function showStarted({ view, run, services }: Stores, executionId: string): Promise<void> {
  view.setState(({ panels }) => ({ screen: 'editor', panels: { ...panels, drawer: true } }));
  if (run.getState().executionId !== executionId) await showRun(run, services.runner, executionId);
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

/**
 * Lets the run that is shown go on here, which a person paused or nobody runs. If the workflow has changed since it began, the person is
 * asked first.
 */
export async function resumeRun(stores: Stores): Promise<void> {
  const { run, view } = stores;
  const { executionId } = run.getState();
  if (executionId === undefined) return;
  if (await hasChanged(stores, executionId)) view.setState({ dialog: 'changed-workflow' });
  else await goOn(stores, executionId);
}

/** Lets a run go on here with its own plan. Errors: those of `Runner.resume`. */
export async function goOn({ run, services }: Pick<Stores, 'run' | 'services'>, executionId: string): Promise<void> {
  run.setState({ failure: undefined, takenAway: false });
  await services.runner.resume(executionId);
}

/** Whether the workflow as it is now would run otherwise than a run of it did. One that cannot run at all does. */
export async function hasChanged(stores: Stores, executionId: string): Promise<boolean> {
  const entry = stores.runs.getState().entries.find(({ id }) => id === executionId);
  if (entry === undefined) return false;
  return presentPlan(stores).then(
    ({ hash }) => hash !== entry.planHash,
    () => true,
  );
}

/** Whether a person paused the run that is shown. */
export function isPaused({ executionId, present }: Pick<RunViewState, 'executionId' | 'present'>): boolean {
  return executionId !== undefined && present.status === 'waiting' && present.waits.at(-1)?.reason === 'person';
}

/** Whether the run that is shown still goes on (or waits for a person). */
export function isRunning({ executionId, present }: Pick<RunViewState, 'executionId' | 'present'>): boolean {
  return executionId !== undefined && (present.status === 'running' || present.status === 'waiting');
}

/** Whether the bar is there by which one looks back: at a run that has ended or rests, or because a person does. */
export function canLookBack({ executionId, present, travel }: RunViewState): boolean {
  if (executionId === undefined || present.seq === 0) return false;
  return travel !== undefined || (present.status !== 'running' && present.questions.size === 0);
}
