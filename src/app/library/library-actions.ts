import { AppError } from '@/base/errors';
import { offerUndo } from '@/editor/actions/offer-undo';
import type { AppStores } from '@/state/context';
import type { EditCommand } from '@/state/document-state';
import { notifyPerson } from '@/ui/overlay/toast';
import { collectDefinition } from '@/workflow/library/collect-definition';
import { writeOrigin } from '@/workflow/library/origin';
import { putDefinition, updateDefinition } from '@/workflow/library/put-definition';
import type { SavedVersion } from '@/workflow/library/saved-definition';

/** Saves a definition of the open workflow with all that it uses, and notes in the workflow which version it is now. */
export async function saveDefinition({ document, services }: AppStores, name: string): Promise<void> {
  await document.actions.settled();
  const collected = collectDefinition(document.getState().document, name);
  if (collected === undefined) throw new AppError('VALIDATION_ERROR', `There is no definition “${name}” any more.`);
  const version = await services.definitions.save(name, collected);
  const origin = writeOrigin({ name, version });
  await dispatchEdit({ document }, `Save ${name}`, (before) => {
    const definition = before.library?.[name];
    if (definition === undefined || definition.origin === origin) return { ok: true, value: before };
    return { ok: true, value: { ...before, library: { ...before.library, [name]: { ...definition, origin } } } };
  });
  notifyPerson({ tone: 'ok', id: 'definition-saved', title: `Saved “${name}” as version ${version}.` });
}

/** Puts the newest version of a saved definition into the open workflow, as one step. */
export async function addDefinition(stores: AppStores, name: string, keepsOrigin: boolean): Promise<void> {
  const saved = await readNewest(stores, name);
  await dispatchEdit(stores, `Add ${name}`, (before) => putDefinition(before, { saved, keepsOrigin }));
  notifyPerson({
    tone: 'ok',
    id: 'definition-added',
    title: `Added “${name}”, version ${saved.version}.`,
    action: offerUndo(stores),
  });
}

/** Replaces a copy in the open workflow by another version, as one step. */
export async function replaceDefinition(stores: AppStores, name: string, saved: SavedVersion): Promise<void> {
  await dispatchEdit(stores, `Update ${name}`, (before) => updateDefinition(before, { name, saved }));
}

/** The newest version of a saved definition. Error: `VALIDATION_ERROR` if it was removed. */
export async function readNewest({ services }: Pick<AppStores, 'services'>, name: string): Promise<SavedVersion> {
  const saved = await services.definitions.load(name);
  if (saved === undefined) throw new AppError('VALIDATION_ERROR', `“${name}” is not saved any more.`);
  return saved;
}

async function dispatchEdit(
  { document }: Pick<AppStores, 'document'>,
  label: string,
  command: EditCommand,
): Promise<void> {
  const made = await document.actions.dispatch(command, label);
  if (!made.ok) throw new AppError('VALIDATION_ERROR', made.error.message);
}
