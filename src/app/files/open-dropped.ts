import type { ForeignFile } from '@/formats/import-file';
import { maxForeignBytes } from '@/formats/limits';
import type { AppStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import type { ViewStore } from '@/state/view-store';
import { notifyPerson } from '@/ui/overlay/toast';
import type { AppServices } from '../app-context';
import { mayHoldRun } from '../runs/pick-recording';

/** The most files that are opened at once, each in a tab. */
const mostFiles = 20;

/** Resolves when no dialog is open. */
function awaitNoDialog(view: ViewStore): Promise<void> {
  return new Promise((resolve) => {
    if (view.getState().dialog === undefined) return resolve();
    const leave = view.subscribe(({ dialog }) => {
      if (dialog !== undefined) return;
      leave();
      resolve();
    });
  });
}

/**
 * Opens dropped files one after the other, each as a workflow of its own. Those of other programs come last, in one
 * dialog, as one may run another.
 */
export async function openDropped(
  files: readonly File[],
  { workflows }: Pick<AppServices, 'workflows'>,
  stores: AppStores,
): Promise<void> {
  if (files.length > mostFiles) {
    const detail = `The first ${mostFiles} of ${files.length} are opened.`;
    notifyPerson({ tone: 'info', title: `Drop at most ${mostFiles} files at a time.`, detail });
  }
  const taken = files.slice(0, mostFiles);
  const foreign = taken.length > 1 ? await readForeignFiles(taken, stores) : new Map<File, ForeignFile>();
  for (const file of taken) {
    if (foreign.has(file)) continue;
    await workflows.file(file);
    // A file with mistakes asks a question, which the next file must not take away.
    await awaitNoDialog(stores.view);
  }
  if (foreign.size === 0) return;
  const found = [...foreign.values()];
  const flows = found.flatMap((one) => one.flows);
  openDialog(stores.view, { name: 'foreign-file', flows, refused: found.flatMap(({ refused }) => refused) });
}

/** What other programs drew of these files. A file that cannot be read says so when it is opened. */
async function readForeignFiles(
  files: readonly File[],
  { services }: AppStores,
): Promise<ReadonlyMap<File, ForeignFile>> {
  const given: { readonly file: File; readonly name: string; readonly bytes: Uint8Array }[] = [];
  let left = maxForeignBytes;
  for (const file of files) {
    const isOther = mayHoldRun(file) || /\.zip$/i.test(file.name) || /^(image|audio|video|font)\//.test(file.type);
    if (isOther || file.size > left) continue;
    const content = await file.arrayBuffer().catch(() => undefined);
    if (content === undefined) continue;
    left -= file.size;
    given.push({ file, name: file.name, bytes: new Uint8Array(content) });
  }
  const read = await services.documents.readFiles(given.map(({ name, bytes }) => ({ name, bytes }))).catch(() => []);
  return new Map(
    read.flatMap((one, index): [File, ForeignFile][] => {
      const file = given[index]?.file;
      return file !== undefined && one.status === 'broken' && one.foreign !== undefined ? [[file, one.foreign]] : [];
    }),
  );
}
