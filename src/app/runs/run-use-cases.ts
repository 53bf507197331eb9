import { formatBytes } from '@/base/figures';
import { isUnfinished } from '@/run/is-unfinished';
import type { ForkRequest } from '@/run/runner';
import type { AppStores } from '@/state/context';
import { findRunName, listRunNames } from '@/state/runs-store';
import { forkPresent, forkRun, goOn, importAndShowRun, runAgain } from '@/state/start-and-fork';
import { attemptAction } from '@/ui/attempt';
import { downloadBlob } from '@/ui/download-blob';
import { notifyPerson } from '@/ui/overlay/toast';
import { openFileTarget, writeRun } from './export-run';

/** The name of a run of the open workflow, as people see it. */
export function nameOfRun({ runs }: Pick<AppStores, 'runs'>, executionId: string): string {
  return findRunName(runs.getState().entries, executionId);
}

/** The same within a sentence, also of a run that is not listed yet: `run 2`, `this run`. */
export function runInWords({ runs }: Pick<AppStores, 'runs'>, executionId: string): string {
  return listRunNames(runs.getState().entries).get(executionId)?.toLowerCase() ?? 'this run';
}

/** Runs the workflow of a run again. */
export async function repeatRun(stores: AppStores, executionId: string): Promise<void> {
  await attemptAction(() => runAgain(stores, executionId));
}

/**
 * Forks a run, with its own plan or with the current workflow. Shows what is taken from the log. Resolves to whether it
 * succeeded.
 */
export async function forkAndShow(stores: AppStores, wish: ForkRequest, plan: 'own' | 'present'): Promise<boolean> {
  const from = runInWords(stores, wish.executionId);
  return attemptAction(async () => {
    await stores.document.actions.save();
    await (plan === 'own' ? forkRun : forkPresent)(stores, wish);
    notifyPerson({
      tone: 'info',
      title: `Forked from ${from}${wish.seq === undefined ? '' : ` at event ${wish.seq.toLocaleString('en')}`}.`,
      detail: 'What came before is taken from the log, at no cost.',
    });
  });
}

/** Resumes the shown run with the plan that it began with. */
export async function goOnAsItWas(stores: AppStores): Promise<boolean> {
  const { executionId } = stores.run.getState();
  return executionId === undefined || attemptAction(() => goOn(stores, executionId));
}

/** Saves a run as a file. It must be called in a person's action. */
export async function saveRunFile(stores: AppStores, executionId: string, withPayloads: boolean): Promise<void> {
  const name = nameOfRun(stores, executionId);
  const workflow = stores.document.getState().document.name ?? 'workflow';
  const file = `${workflow} ${name}.jsonl`.toLowerCase().replace(/[^\p{L}\p{N}.]+/gu, '-');
  await attemptAction(async () => {
    const target = await openFileTarget(file, downloadBlob);
    if (target === undefined) return;
    const id = `export ${executionId}`;
    let reported = 0;
    await writeRun(stores.services.runner, executionId, withPayloads, target, (bytes) => {
      if (bytes - reported < tellEvery) return;
      reported = bytes;
      notifyPerson({ tone: 'info', id, title: `${name} is being written: ${formatBytes(bytes)} so far.` });
    });
    const entry = stores.runs.getState().entries.find((one) => one.id === executionId);
    const title = `${name} is written as ${file}.`;
    if (withPayloads || entry === undefined || !isUnfinished(entry.status))
      return notifyPerson({ tone: 'ok', id, title });
    notifyPerson({
      tone: 'paused',
      id,
      title,
      detail: `${name} has not ended. A copy of this file may lack long texts that it needs to resume: export the recording instead.`,
    });
  });
}

/** How many bytes of a long export are written between two progress messages. */
const tellEvery = 20_000_000;

/** Stores a run from a file as a run of the open workflow, and shows it. */
export async function keepRecording(stores: AppStores, file: File): Promise<void> {
  await attemptAction(async () => {
    const executionId = await importAndShowRun(stores, file);
    if (executionId === undefined) return;
    notifyPerson({ tone: 'ok', title: `“${file.name}” is kept as ${nameOfRun(stores, executionId).toLowerCase()}.` });
  });
}
