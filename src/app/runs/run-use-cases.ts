import { formatBytes } from '@/base/figures';
import type { ForkRequest } from '@/run/runner';
import type { AppStores } from '@/state/context';
import { forkPresent, forkRun, goOn, importAndShowRun, runAgain } from '@/state/run-actions';
import { numberOf, runName } from '@/state/runs-store';
import { attempt } from '@/ui/attempt';
import { downloadBlob } from '@/ui/download-blob';
import { notify } from '@/ui/overlay/toast';
import { fileTarget, writeRun } from './export-run';

/** What a person calls a run of the open workflow. */
export function nameOfRun({ runs }: Pick<AppStores, 'runs'>, executionId: string): string {
  return runName(numberOf(runs.getState().entries, executionId));
}

/** Runs again what a run ran. */
export async function repeatRun(stores: AppStores, executionId: string): Promise<void> {
  await attempt(() => runAgain(stores, executionId));
}

/** Forks a run: with its own plan, or with the workflow as it is now. Says what is taken from the log. */
export async function fork(stores: AppStores, wish: ForkRequest, plan: 'own' | 'present'): Promise<boolean> {
  const from = nameOfRun(stores, wish.executionId);
  return attempt(async () => {
    await stores.document.actions.save();
    await (plan === 'own' ? forkRun : forkPresent)(stores, wish);
    notify({
      tone: 'info',
      title: `Forked from ${from.toLowerCase()}${wish.seq === undefined ? '' : ` at event ${wish.seq.toLocaleString('en')}`}.`,
      detail: 'What came before is taken from the log, at no cost.',
    });
  });
}

/** Lets the run that is shown go on with the plan that it began with. */
export async function goOnAsItWas(stores: AppStores): Promise<boolean> {
  const { executionId } = stores.run.getState();
  return executionId === undefined || attempt(() => goOn(stores, executionId));
}

/** Saves a run as a file. Must be called in a person's action. */
export async function saveRunFile(stores: AppStores, executionId: string, withPayloads: boolean): Promise<void> {
  const name = nameOfRun(stores, executionId);
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
export async function keepRecording(stores: AppStores, file: File): Promise<void> {
  await attempt(async () => {
    const executionId = await importAndShowRun(stores, file);
    if (executionId === undefined) return;
    notify({ tone: 'ok', title: `“${file.name}” is kept as ${nameOfRun(stores, executionId).toLowerCase()}.` });
  });
}
