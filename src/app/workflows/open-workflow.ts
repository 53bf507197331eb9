import { createId } from '@/base/create-id';
import type { AppStores } from '@/state/context';
import { emptyHistory } from '@/state/edit-history';
import { showLatestRun } from '@/state/run-store';
import { findEditsSince, type Unsaved } from '@/state/unsaved';
import { showWorkflow } from '@/state/view/open-workflow';
import type { TextEdit } from '@/workflow/change';
import type { StoredWorkflow } from '@/workflow/repository';
import { deleteWorkflow } from './delete-workflow';
import { readUnsaved } from './unsaved-edits';

/**
 * `missing`: there is no workflow with this id. `unsaved`: the current one could not be saved and stays open, so that
 * it is not lost. `asked`: the person is asked what to do. `left`: the person opened something else meanwhile.
 */
export type Opened = 'opened' | 'missing' | 'unsaved' | 'asked' | 'left';

/**
 * Opens a stored workflow instead of the current one, which is saved first. Text that does not parse opens in the code
 * view. Throws the errors of `WorkflowRepository.load`.
 */
export async function openWorkflow(stores: AppStores, id: string): Promise<Opened> {
  if (!(await savePresent(stores))) return 'unsaved';
  const stored = await stores.services.workflows.load(id);
  if (!stored) return 'missing';
  return openStored(stores, stored);
}

/**
 * Leaves the workflow that is being read, which has no edits yet, and opens the one that was open before; empty: none.
 */
export async function leaveForBefore(stores: AppStores, before: string): Promise<void> {
  const stored = before === '' ? undefined : await stores.services.workflows.load(before);
  if (stored) await openStored(stores, stored);
  else await stores.document.actions.open({ id: '', text: '', revision: 0, history: emptyHistory });
}

/** Opens a stored workflow with the edits that an earlier visit left unsaved. */
async function openStored(stores: AppStores, stored: StoredWorkflow): Promise<'opened' | 'left'> {
  const left = await readUnsaved(stored.id);
  if (left === undefined) return presentWorkflow(stores, stored);
  const edits = findEditsSince(left, stored.revision, stored.text);
  if (edits !== undefined) return presentWorkflow(stores, stored, { edits, left });
  // Another tab has saved since. The unsaved edits are opened on top of the text that they were based on. Saving is
  // then refused, and the person is asked which of the two to keep.
  const [base] = left.versions;
  const text = base && (await stores.services.workflows.textOf(stored.id, base.revision).catch(() => undefined));
  const onBase = base && text !== undefined ? findEditsSince(left, base.revision, text) : undefined;
  if (base === undefined || text === undefined || onBase === undefined) return presentWorkflow(stores, stored);
  const earlier = { ...stored, text, revision: base.revision, history: emptyHistory };
  return presentWorkflow(stores, earlier, { edits: onBase, left });
}

/**
 * Makes a workflow from a text, saves it and opens it instead of the current one, which is saved first. `prepare` runs
 * before it is shown, for example to store its files. Throws the errors of `prepare`; then nothing is opened.
 */
export async function createWorkflow(
  stores: AppStores,
  text: string,
  prepare?: (id: string) => Promise<void>,
): Promise<'opened' | 'unsaved' | 'left'> {
  if (!(await savePresent(stores))) return 'unsaved';
  const id = createId();
  await prepare?.(id);
  const shown = await presentWorkflow(stores, {
    id,
    name: '',
    text,
    history: emptyHistory,
    revision: 0,
    taskCount: 0,
    updatedAt: '',
  });
  // Whatever of it is being saved, or what was opened in its place.
  await stores.document.actions.save();
  if (shown === 'left') await deleteWorkflow(stores, id);
  return shown;
}

async function savePresent({ document }: AppStores): Promise<boolean> {
  await document.actions.settled().catch(() => undefined);
  await document.actions.save();
  return document.getState().saved.status !== 'failed';
}

async function presentWorkflow(
  { document, view, run, runs, services }: AppStores,
  workflow: StoredWorkflow,
  unsaved?: { readonly edits: readonly TextEdit[]; readonly left: Unsaved },
): Promise<'opened' | 'left'> {
  await document.actions.open(workflow);
  if (document.getState().id !== workflow.id) return 'left';
  if (unsaved) await document.actions.resume(unsaved.edits, unsaved.left);
  const broken = document.getState().sync === 'broken';
  const kept = services.tabs.actions.kept(workflow.id);
  showWorkflow(view, kept, broken);
  services.tabs.actions.arrived();
  void runs.actions.load(workflow.id);
  await showLatestRun(run, services.runner, workflow.id);
  return 'opened';
}
