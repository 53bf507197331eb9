import { AppError, fromFailure, toFailure } from '@/base/errors';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { BreakpointAnswer } from '@/run/breakpoint';
import type { ForkRequest } from '@/run/runner';
import type { OrProblems } from '@/worker/border/documents-api';
import type { AppStores } from './context';
import { breakpointOf, isRunning } from './run-actions';
import { newestEnded } from './run-part';
import { showRun } from './run-store';

/** How the open workflow is run. */
export interface RunWish {
  /** Nothing is taken from an earlier run. */
  readonly anew?: boolean;
  /** On the simulated model, without any effect outside. */
  readonly dry?: boolean;
  /** Although the shown run is running. */
  readonly beside?: boolean;
  /** Only a part of the workflow runs, with what the newest run gives it. */
  readonly targets?: RunTargets;
}

/**
 * Plans the open workflow and runs it. What the newest run has already answered is taken from it, as the forecast says.
 * Problems that prevent the run open the list of problems; a failure to start is put into the run store. Does nothing
 * while the shown run is running, unless the wish is to run beside it.
 */
export async function runOpenWorkflow(stores: AppStores, { beside = false, ...wish }: RunWish = {}): Promise<void> {
  if (!beside && isRunning(stores.run.getState())) return;
  await runSaved(stores, (id) => startOpen(stores, id, wish));
}

/**
 * Runs the open workflow by what starts a run of it as it is saved, such as at a server. Problems and failures are
 * shown as for {@link runOpenWorkflow}.
 */
export async function runOpenElsewhere(
  stores: AppStores,
  start: (workflowId: string) => Promise<string>,
): Promise<void> {
  await runSaved(stores, async (id) => ({ ok: true, value: await start(id) }));
}

async function runSaved(stores: AppStores, start: (workflowId: string) => Promise<OrProblems<string>>): Promise<void> {
  const { document, view, run } = stores;
  try {
    await document.actions.settled();
    await isNewest(document);
    const { id, sync } = document.getState();
    if (sync === 'broken') {
      view.setState({ dialog: { name: 'problems' } });
      return;
    }
    await document.actions.save();
    const started = await start(id);
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

/** Starts a run of the open workflow: a fork of its newest run if there is something to take from that. */
async function startOpen(
  stores: AppStores,
  id: string,
  { anew = false, dry = false, targets }: Omit<RunWish, 'beside'>,
): Promise<OrProblems<string>> {
  const { forecast, runs, services } = stores;
  if (dry) return services.documents.startDry(id);
  // A run that has just ended may not be listed yet, and what it answered would be asked again.
  if (!anew) await runs.actions.settled(id);
  if (targets !== undefined) {
    const newest = newestEnded(stores);
    return newest === undefined
      ? services.documents.start(id, targets)
      : services.documents.fork(id, { executionId: newest.id }, targets);
  }
  if (!anew) await forecast.settled();
  const { executionId, forecast: found } = forecast.getState();
  return anew || executionId === undefined || (found?.kept ?? 0) === 0
    ? services.documents.start(id)
    : services.documents.fork(id, { executionId });
}

/**
 * Throws `STALE_SAVE` if another tab has saved a different version of the workflow: a run must match what the person
 * sees.
 */
async function isNewest({ actions, getState }: AppStores['document']): Promise<void> {
  const isFollowed = await actions.catchUp();
  const { saved } = getState();
  if (saved.status === 'failed' && saved.failure.code === 'STALE_SAVE') throw fromFailure(saved.failure);
  if (!isFollowed) return;
  throw new AppError('STALE_SAVE', 'Another tab has changed this workflow. Its change is shown now.', {
    advice: 'Look at it, then run again.',
  });
}

/** Runs the plan of an earlier run again. Errors: those of `Runner.repeat`. */
export async function runAgain(stores: AppStores, executionId: string): Promise<void> {
  await showStarted(stores, await stores.services.runner.repeat(executionId));
}

/**
 * Starts and shows a fork: a run with the plan of an earlier one that reuses its results where they still apply.
 * Errors: those of `Runner.fork`.
 */
export async function forkRun(stores: AppStores, wish: ForkRequest): Promise<void> {
  await showStarted(stores, await stores.services.runner.fork(wish));
}

/**
 * As {@link forkRun}, with the present workflow. Errors: those of `Runner.fork`, `VALIDATION_ERROR` if it has problems.
 */
export async function forkPresent(stores: AppStores, wish: ForkRequest): Promise<void> {
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

/** The hash of the plan of the present workflow; undefined if it has problems. */
export async function presentHash({ document, services }: AppStores): Promise<string | undefined> {
  await document.actions.settled();
  const { id, sync } = document.getState();
  const planned = sync === 'broken' ? undefined : await services.documents.planHash(id);
  return planned?.ok ? planned.value : undefined;
}

/**
 * Imports a run from a file into the open workflow, and shows it. Resolves to its id. Errors: those of
 * `Runner.importRun`.
 */
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

/** Reloads the list after runs were removed, and shows the newest run if the shown one was removed. */
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

/**
 * Resumes the shown run in this tab, if a person paused it or no process runs it. If the workflow has changed since the
 * run began, the person is asked first.
 */
export async function resumeShownRun(stores: AppStores): Promise<void> {
  const { run, view } = stores;
  const { executionId } = run.getState();
  if (executionId === undefined) return;
  if (await hasChanged(stores, executionId)) view.setState({ dialog: { name: 'changed-workflow' } });
  else await goOn(stores, executionId);
}

/** Resumes a run in this tab with its own plan. Errors: those of `Runner.resume`. */
export async function goOn({ run, services }: Pick<AppStores, 'run' | 'services'>, executionId: string): Promise<void> {
  run.setState({ failure: undefined, takenAway: false });
  await services.runner.resume(executionId);
}

/**
 * Whether a run of the present workflow would have another plan than an earlier run. True if the workflow cannot run at
 * all.
 */
export async function hasChanged(stores: AppStores, executionId: string): Promise<boolean> {
  const entry = stores.runs.getState().entries.find(({ id }) => id === executionId);
  if (entry === undefined) return false;
  return presentHash(stores).then(
    (hash) => hash !== entry.planHash,
    () => true,
  );
}

/** Goes on from a breakpoint: to the next one, or to the next task. Errors: those of `Runner.provideInput`. */
export async function leaveBreakpoint({ run, services }: AppStores, answer: BreakpointAnswer): Promise<void> {
  const state = run.getState();
  const question = breakpointOf(state);
  if (state.executionId === undefined || question === undefined) return;
  await services.runner.provideInput(state.executionId, question.path, JSON.stringify({ answer }));
}
