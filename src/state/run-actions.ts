import { AppError, fromFailure, toFailure } from '@/base/errors';
import { isUnfinished } from '@/run/is-unfinished';
import type { ForkWish } from '@/run/runner';
import type { AppStores } from './context';
import { type RunViewState, showRun } from './run-store';

/**
 * Plans the open workflow and runs it. Problems that stand in the way open the list of problems; a failure to start is
 * shown in the run store. While the run that is shown goes on this does nothing, unless another one is wanted `beside`
 * it.
 */
export async function runOpenWorkflow(stores: AppStores, beside = false): Promise<void> {
  const { document, view, run, services } = stores;
  if (!beside && isRunning(run.getState())) return;
  try {
    await document.actions.settled();
    await isNewest(document);
    const { id, sync } = document.getState();
    if (sync === 'broken') {
      view.setState({ dialog: { name: 'problems' } });
      return;
    }
    await document.actions.save();
    const started = await services.documents.start(id);
    if (!started.ok) {
      document.setState({ diagnostics: started.error });
      view.setState({ dialog: { name: 'problems' } });
      return;
    }
    run.setState({ failure: undefined });
    await showStarted(stores, started.value);
  } catch (error) {
    run.setState({ failure: toFailure(error) });
  }
}

/** Throws `STALE_SAVE` if another tab has stored something else of the workflow: a run is of what its person sees. */
async function isNewest({ actions, getState }: AppStores['document']): Promise<void> {
  const isFollowed = await actions.catchUp();
  const { saved } = getState();
  if (saved.status === 'failed' && saved.failure.code === 'STALE_SAVE') throw fromFailure(saved.failure);
  if (!isFollowed) return;
  throw new AppError('STALE_SAVE', 'Another tab has changed this workflow. Its change is shown now.', {
    advice: 'Look at it, then run again.',
  });
}

/** Runs again what a run ran: its own plan. Errors: those of `Runner.repeat`. */
export async function runAgain(stores: AppStores, executionId: string): Promise<void> {
  await showStarted(stores, await stores.services.runner.repeat(executionId));
}

/**
 * Starts a run that takes what still holds from an earlier one, with the plan of that, and shows it. Errors: those of
 * `Runner.fork`.
 */
export async function forkRun(stores: AppStores, wish: ForkWish): Promise<void> {
  await showStarted(stores, await stores.services.runner.fork(wish));
}

/**
 * As {@link forkRun}, with the workflow as it is now. Errors: those of `Runner.fork`, `VALIDATION_ERROR` if there are
 * problems in the way.
 */
export async function forkPresent(stores: AppStores, wish: ForkWish): Promise<void> {
  const { document, services } = stores;
  await document.actions.settled();
  await isNewest(document);
  const { id, sync } = document.getState();
  const forked = sync === 'broken' ? undefined : await services.documents.fork(id, wish);
  if (!forked?.ok) {
    throw new AppError('VALIDATION_ERROR', 'The workflow as it is now cannot run.', {
      advice: 'The list of problems says why.',
    });
  }
  await showStarted(stores, forked.value);
}

/** The hash of the plan of the open workflow as it is now; undefined if there are problems in the way. */
export async function presentHash({ document, services }: AppStores): Promise<string | undefined> {
  await document.actions.settled();
  const { id, sync } = document.getState();
  const planned = sync === 'broken' ? undefined : await services.documents.planHash(id);
  return planned?.ok ? planned.value : undefined;
}

/** Shows a run of the open workflow on the canvas and in the drawer. */
export function chooseRun({ run, services, view }: AppStores, executionId: string): void {
  if (run.getState().executionId === executionId) return;
  view.setState({ instance: undefined });
  void showRun(run, services.runner, executionId);
}

/** Keeps a run out of a file as one of the open workflow, and shows it. Its id. Errors: those of `Runner.importRun`. */
export async function importAndShowRun(
  { document, services, runs, run }: AppStores,
  file: File,
): Promise<string | undefined> {
  const { id: workflowId } = document.getState();
  const executionId = await services.runner.importRun(workflowId, file);
  await runs.actions.reload();
  if (document.getState().id !== workflowId) return undefined;
  await showRun(run, services.runner, executionId);
  return executionId;
}

/** Removes runs. Errors: those of `Runner.remove`. */
export async function removeRuns(stores: AppStores, executionIds: readonly string[]): Promise<void> {
  await stores.services.runner.remove(executionIds);
  await afterRemoval(stores, executionIds);
}

/** Lists the runs anew after some were removed, and shows the newest if the one that was shown is gone. */
export async function afterRemoval({ run, runs, services }: AppStores, gone: readonly string[]): Promise<void> {
  await runs.actions.reload();
  const { executionId } = run.getState();
  if (executionId === undefined || !gone.includes(executionId)) return;
  const [newest] = runs.getState().entries;
  if (newest) await showRun(run, services.runner, newest.id);
  else run.setState(run.getInitialState());
}

async function showStarted({ view, run, services }: AppStores, executionId: string): Promise<void> {
  view.setState(({ panels }) => ({ screen: 'editor', panels: { ...panels, drawer: true } }));
  if (run.getState().executionId !== executionId) await showRun(run, services.runner, executionId);
}

/** Stops the run that is shown, if it goes on. What is done is kept. */
export async function cancelRun({ run, services }: AppStores): Promise<void> {
  const state = run.getState();
  if (state.executionId && isRunning(state)) await services.runner.cancel(state.executionId);
}

/** Stops what is in flight; the run waits until it is resumed. */
export async function pauseRun({ run, services }: AppStores): Promise<void> {
  const state = run.getState();
  if (state.executionId && isRunning(state)) await services.runner.pause(state.executionId);
}

/**
 * Lets the run that is shown go on here, which a person paused or nobody runs. If the workflow has changed since it
 * began, the person is asked first.
 */
export async function resumeShownRun(stores: AppStores): Promise<void> {
  const { run, view } = stores;
  const { executionId } = run.getState();
  if (executionId === undefined) return;
  if (await hasChanged(stores, executionId)) view.setState({ dialog: { name: 'changed-workflow' } });
  else await goOn(stores, executionId);
}

/** Lets a run go on here with its own plan. Errors: those of `Runner.resume`. */
export async function goOn({ run, services }: Pick<AppStores, 'run' | 'services'>, executionId: string): Promise<void> {
  run.setState({ failure: undefined, takenAway: false });
  await services.runner.resume(executionId);
}

/** Whether the workflow as it is now would run otherwise than a run of it did. One that cannot run at all does. */
export async function hasChanged(stores: AppStores, executionId: string): Promise<boolean> {
  const entry = stores.runs.getState().entries.find(({ id }) => id === executionId);
  if (entry === undefined) return false;
  return presentHash(stores).then(
    (hash) => hash !== entry.planHash,
    () => true,
  );
}

/** Whether a person paused the run that is shown. */
export function isPaused({ executionId, present }: Pick<RunViewState, 'executionId' | 'present'>): boolean {
  return executionId !== undefined && present.status === 'waiting' && present.waits.at(-1)?.reason === 'person';
}

/** Whether the run that is shown still goes on (or waits for a person). */
export function isRunning({ executionId, present }: Pick<RunViewState, 'executionId' | 'present'>): boolean {
  return executionId !== undefined && isUnfinished(present.status);
}

/** Whether the bar is there by which one looks back: at a run that has ended or rests, or because a person does. */
export function canLookBack({ executionId, present, travel }: RunViewState): boolean {
  if (executionId === undefined || present.seq === 0) return false;
  return travel !== undefined || (present.status !== 'running' && present.questions.size === 0);
}
