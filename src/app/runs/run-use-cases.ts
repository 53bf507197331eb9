import { toFailure } from '@/base/errors';
import { formatBytes } from '@/base/figures';
import type { ForkWish } from '@/run/runner';
import type { Stores } from '@/state/context';
import { forkRun, goOn, presentPlan, runAgain, startRun } from '@/state/run-actions';
import { showRun } from '@/state/run-store';
import { numberOf, runName } from '@/state/runs-store';
import { downloadBlob } from '@/ui/download-blob';
import { notify } from '@/ui/toast';
import { notifyFailure } from '../workflows/use-cases';
import { fileTarget, writeRun } from './export-run';

/** Does something with a run, and tells the person what stood in the way. False if something did. */
async function attempt(act: () => Promise<void>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    notifyFailure(toFailure(error));
    return false;
  }
}

/** What a person calls a run of the open workflow. */
export function nameOf({ runs }: Pick<Stores, 'runs'>, executionId: string): string {
  return runName(numberOf(runs.getState().entries, executionId));
}

/** Shows a run of the open workflow on the canvas and in the drawer. */
export function chooseRun({ run, services, view }: Stores, executionId: string): void {
  if (run.getState().executionId === executionId) return;
  view.setState({ instance: undefined });
  void showRun(run, services.runner, executionId);
}

/** Runs again what a run ran. */
export async function repeatRun(stores: Stores, executionId: string): Promise<void> {
  await attempt(() => runAgain(stores, executionId));
}

/** Forks a run: with its own plan, or with the workflow as it is now. Says what is taken from the log. */
export async function fork(stores: Stores, wish: Omit<ForkWish, 'plan'>, plan: 'own' | 'present'): Promise<boolean> {
  const from = nameOf(stores, wish.executionId);
  return attempt(async () => {
    await stores.document.actions.save();
    await forkRun(stores, plan === 'own' ? wish : { ...wish, plan: await presentPlan(stores) });
    notify({
      tone: 'info',
      title: `Forked from ${from.toLowerCase()}${wish.seq === undefined ? '' : ` at event ${wish.seq.toLocaleString('en')}`}.`,
      detail: 'What came before is taken from the log, at no cost.',
    });
  });
}

/** Begins a new run of the workflow as it is now, whatever else goes on. */
export function startAnew(stores: Stores): Promise<void> {
  return startRun(stores, true);
}

/** Lets the run that is shown go on with the plan that it began with. */
export async function goOnAsItWas(stores: Stores): Promise<boolean> {
  const { executionId } = stores.run.getState();
  return executionId === undefined || attempt(() => goOn(stores, executionId));
}

/** Saves a run as a file. Must be called in a person's action. */
export async function exportRun(stores: Stores, executionId: string, withPayloads: boolean): Promise<void> {
  const name = nameOf(stores, executionId);
  const workflow = stores.document.getState().document.name ?? 'workflow';
  const file = `${workflow} ${name}.jsonl`.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, '-');
  await attempt(async () => {
    const target = await fileTarget(file, downloadBlob);
    if (target === undefined) return;
    const id = `export ${executionId}`;
    let told = 0;
    await writeRun(stores.services.runner, executionId, withPayloads, target, (bytes) => {
      if (bytes - told < tellEvery) return;
      told = bytes;
      notify({ tone: 'info', id, title: `${name} is being written: ${formatBytes(bytes)} so far.` });
    });
    notify({ tone: 'ok', id, title: `${name} is written as ${file}.` });
  });
}

/** How often the progress of a long export is told, in bytes. */
const tellEvery = 20_000_000;

/** Keeps a run out of a file as one of the open workflow, and shows it. */
export async function importRun(stores: Stores, file: File): Promise<void> {
  const { document, services, runs, run } = stores;
  const { id: workflowId } = document.getState();
  await attempt(async () => {
    const executionId = await services.runner.importRun(workflowId, file);
    await runs.actions.reload();
    if (document.getState().id !== workflowId) return;
    await showRun(run, services.runner, executionId);
    notify({ tone: 'ok', title: `“${file.name}” is kept as ${nameOf(stores, executionId).toLowerCase()}.` });
  });
}

/** Removes a run. If it is the one that is shown, the newest is shown instead. */
export async function deleteRun(stores: Stores, executionIds: readonly string[]): Promise<boolean> {
  return attempt(async () => {
    await stores.services.runner.remove(executionIds);
    await afterRemoval(stores, executionIds);
  });
}

/** Lists the runs anew after some were removed, and shows the newest if the one that was shown is gone. */
export async function afterRemoval({ run, runs, services }: Stores, gone: readonly string[]): Promise<void> {
  await runs.actions.reload();
  const { executionId } = run.getState();
  if (executionId === undefined || !gone.includes(executionId)) return;
  const [newest] = runs.getState().entries;
  if (newest) await showRun(run, services.runner, newest.id);
  else run.setState(run.getInitialState());
}
