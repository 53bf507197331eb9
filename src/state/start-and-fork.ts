import { defined } from '@/base/defined';
import { AppError, type Failure, fromFailure, toFailure } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import { ok } from '@/base/result';
import type { RunTargets } from '@/plan/partial/run-targets';
import type { BreakpointAnswer } from '@/run/breakpoint';
import type { ForkRequest } from '@/run/runner';
import { askForInputs, closeInputs } from '@/state/view/inputs';
import { showRunInEditor } from '@/state/view/panels';
import { openDialog } from '@/state/view/screens';
import type { OrProblems } from '@/worker/border/documents-api';
import { getRootPath } from '@/workflow/task-path';
import { startAskingForSecrets } from './ask-for-secrets';
import type { AppStores } from './context';
import { checkGivenInputs, listDeclaredInputs } from './give-inputs';
import { findBreakpoint, isRunning } from './run-actions';
import { findNewestEnded } from './run-part';
import { showRun } from './run-store';
import type { RunWish } from './run-wish';
import type { ScreenName } from './view-store';

/**
 * Plans the open workflow and runs it. What the newest run has already answered is taken from it, as the forecast says.
 * Problems that prevent the run open the list of problems; a failure to start is put into the run store. Does nothing
 * while another run is being started, or while the shown run is running, unless the wish is to run beside it.
 */
export async function runOpenWorkflow(stores: AppStores, { beside = false, ...wish }: RunWish = {}): Promise<void> {
  const { document, view, run } = stores;
  if (run.getState().isStarting || (!beside && isRunning(run.getState()))) return;
  run.setState({ isStarting: true });
  const place = findStartPlace(stores);
  try {
    await document.actions.settled();
    await isNewest(document);
    const { id, sync } = document.getState();
    if (sync === 'broken') {
      openDialog(view, { name: 'problems' });
      return;
    }
    if (await isAskedFirst(stores, { beside, ...wish })) return;
    await document.actions.save();
    const started = await startAskingForSecrets(stores, () => startOpen(stores, id, wish));
    if (!started.ok) {
      document.setState({ diagnostics: started.error });
      openDialog(view, { name: 'problems' });
      return;
    }
    run.setState({ failure: undefined });
    closeInputs(view);
    await showStarted(stores, place, started.value);
  } catch (error) {
    const failure = toFailure(error);
    const around = findContainersToRun(wish.targets, failure);
    if (around !== undefined) {
      run.setState({ isStarting: false });
      return await runOpenWorkflow(stores, { beside, ...wish, targets: around });
    }
    if (!askForSamples(view, wish.targets, failure)) run.setState({ failure });
  } finally {
    run.setState({ isStarting: false });
  }
}

/**
 * Opens the form for what the run is given, if something is missing or wrong, or if the person wishes to see it before
 * each run. A dry run makes up what is missing. Returns whether the form is open now, and nothing is to be run.
 */
async function isAskedFirst(stores: AppStores, wish: RunWish): Promise<boolean> {
  const { view, given } = stores;
  if (listDeclaredInputs(stores).length === 0) return false;
  const problems = await checkGivenInputs(stores);
  const isOpen = view.getState().workflow.inputsFor !== undefined;
  const isComplete = problems.size === 0 || wish.dry === true;
  if (isComplete && (isOpen || !given.getState().isAskedAlways)) return false;
  askForInputs(view, wish);
  return true;
}

/**
 * The containers of the targets, if these cannot run alone because a container has not run yet: it gives its tasks what
 * they work on, so it runs as a whole. Undefined: that is not why.
 */
function findContainersToRun(targets: RunTargets | undefined, { details }: Failure): RunTargets | undefined {
  const missing: unknown = details?.['missing'];
  if (targets?.kind !== 'only' || !Array.isArray(missing)) return undefined;
  const roots = new Set(targets.tasks.map(({ task }) => getRootPath(task)));
  const isAround = missing.every((id) => targets.tasks.some(({ task }) => task !== id && getRootPath(task) === id));
  return isAround ? { kind: 'only', tasks: [...roots].map((task) => ({ task })) } : undefined;
}

/**
 * Asks for what a single task reads and no run has given, if that is why it does not start. Returns whether it is. What
 * a task in a container reads is given to it by that, so it cannot be made up.
 */
function askForSamples(view: AppStores['view'], targets: RunTargets | undefined, { details }: Failure): boolean {
  const missing = details?.['missing'];
  if (targets?.kind !== 'only' || !Array.isArray(missing) || targets.tasks.some(({ task }) => task.includes('/'))) {
    return false;
  }
  openDialog(view, { name: 'sample-inputs', targets, missing: missing.map(String) });
  return true;
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
  const starter = getStarter(stores, id);
  if (targets !== undefined) {
    const newest = findNewestEnded(stores);
    return newest === undefined ? starter.start(targets) : starter.fork({ executionId: newest.id }, targets);
  }
  if (!anew) await forecast.settled();
  const { executionId, forecast: found } = forecast.getState();
  return anew || executionId === undefined || (found?.kept ?? 0) === 0
    ? starter.start(undefined, anew)
    : starter.fork({ executionId });
}

/** What starts runs of the open workflow as it is now, here or at a server. */
function getStarter(stores: AppStores, id: string) {
  const { view, given } = stores;
  const { documents, servers } = stores.services;
  const at = view.getState().preferences.runsAt;
  if (at === undefined) {
    return {
      start: (targets?: RunTargets, anew?: boolean) => documents.start(id, targets, anew),
      fork: (wish: ForkRequest, targets?: RunTargets) => documents.fork(id, wish, targets),
    };
  }
  const inputs = listDeclaredInputs(stores).length > 0 ? given.getState().values : undefined;
  return {
    // A server takes nothing from earlier runs unless it is told to.
    start: async (targets?: RunTargets) => ok(await servers.start(at.id, id, targets, inputs)),
    fork: async (wish: ForkRequest, targets?: RunTargets) =>
      ok(await servers.fork(at.id, id, { ...wish, plan: 'present', ...defined({ targets, inputs }) })),
  };
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

/**
 * Runs the plan of an earlier run again, where runs are started now. Errors: those of `Runner.repeat`, or of a server.
 */
export async function runAgain(stores: AppStores, executionId: string): Promise<void> {
  const { runner } = stores.services;
  await startAsItRan(stores, { executionId, seq: 0 }, () =>
    startAskingForSecrets(stores, () => runner.repeat(executionId)),
  );
}

/**
 * Starts and shows a fork: a run with the plan of an earlier one that reuses its results where they still apply, where
 * runs are started now. Errors: those of `Runner.fork`, or of a server.
 */
export async function forkRun(stores: AppStores, wish: ForkRequest): Promise<void> {
  const { runner } = stores.services;
  await startAsItRan(stores, wish, () => startAskingForSecrets(stores, () => runner.fork(wish)));
}

async function startAsItRan(stores: AppStores, wish: ForkRequest, start: () => Promise<string>): Promise<void> {
  const { services, view, document } = stores;
  const place = findStartPlace(stores);
  const { runsAt } = view.getState().preferences;
  const fork = { ...wish, plan: 'own' as const };
  const started = runsAt === undefined ? start() : services.servers.fork(runsAt.id, document.getState().id, fork);
  await showStarted(stores, place, await started);
}

/**
 * As {@link forkRun}, with the present workflow. Errors: those of `Runner.fork`, `VALIDATION_ERROR` if it has problems.
 */
export async function forkPresent(stores: AppStores, wish: ForkRequest): Promise<void> {
  const { document } = stores;
  const place = findStartPlace(stores);
  await document.actions.settled();
  await isNewest(document);
  const { id, sync } = document.getState();
  if (sync !== 'broken') await document.actions.save();
  const starter = getStarter(stores, id);
  const forked = sync === 'broken' ? undefined : await startAskingForSecrets(stores, () => starter.fork(wish));
  if (!forked?.ok) {
    throw new AppError('VALIDATION_ERROR', 'The workflow as it is now cannot run.', {
      advice: 'The list of problems says why.',
    });
  }
  await showStarted(stores, place, forked.value);
}

/** The hash of the plan of the present workflow; undefined if it has problems. */
export async function computePresentHash({ document, services }: AppStores): Promise<string | undefined> {
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
  await reloadAfterRemoval(stores, executionIds);
}

/** Reloads the list after runs were removed, and shows the newest run if the shown one was removed. */
export async function reloadAfterRemoval({ run, runs, services }: AppStores, gone: readonly string[]): Promise<void> {
  await runs.actions.reload();
  const { executionId } = run.getState();
  if (executionId === undefined || !gone.includes(executionId)) return;
  const [newest] = runs.getState().entries;
  if (newest) await showRun(run, services.runner, newest.id);
  else run.setState(run.getInitialState());
}

/** The workflow and the screen at which a person starts a run. */
interface StartPlace {
  readonly workflowId: string;
  readonly screen: ScreenName;
}

function findStartPlace({ document, view }: AppStores): StartPlace {
  return { workflowId: document.getState().id, screen: view.getState().screen.at };
}

/** Shows a run that has started. Whoever has gone somewhere else meanwhile stays there. */
async function showStarted(
  { document, view, run, services }: AppStores,
  { workflowId, screen }: StartPlace,
  executionId: string,
): Promise<void> {
  if (document.getState().id !== workflowId) return;
  if (view.getState().screen.at === screen) showRunInEditor(view);
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
  if (await hasChanged(stores, executionId)) openDialog(view, { name: 'changed-workflow' });
  else await goOn(stores, executionId);
}

/** Resumes a run in this tab with its own plan. Errors: those of `Runner.resume`. */
export async function goOn(
  { run, services, view }: Pick<AppStores, 'run' | 'services' | 'view'>,
  executionId: string,
): Promise<void> {
  const wasUnread = run.getState().unread !== undefined;
  run.setState({ failure: undefined, takenAway: false });
  await startAskingForSecrets({ view }, () => services.runner.resume(executionId));
  // What is sound of a damaged log can be read now.
  if (wasUnread && run.getState().executionId === executionId) await showRun(run, services.runner, executionId);
}

/**
 * Whether a run of the present workflow would have another plan than an earlier run. True if the workflow cannot run at
 * all.
 */
export async function hasChanged(stores: AppStores, executionId: string): Promise<boolean> {
  const entry = stores.runs.getState().entries.find(({ id }) => id === executionId);
  if (entry === undefined) return false;
  return computePresentHash(stores).then(
    (hash) => hash !== entry.planHash,
    () => true,
  );
}

/** Goes on from a breakpoint: to the next one, or to the next task. Errors: those of `Runner.provideInput`. */
export async function leaveBreakpoint({ run, services }: AppStores, answer: BreakpointAnswer): Promise<void> {
  const state = run.getState();
  const question = findBreakpoint(state);
  if (state.executionId === undefined || question === undefined) return;
  await services.runner.provideInput(state.executionId, question.path, encodeJson({ answer }));
}
