import type { AppStores } from '@/state/context';
import { notifyFailure } from '@/ui/attempt';
import { notifyPerson } from '@/ui/overlay/toast';
import { replaceIndex } from '@/workflow/commands/rename/replace-index';
import { normalizeFilePath } from '@/workflow/file-path';
import type { FileContent } from '@/workflow/file-repository';
import { performEdit } from '../actions/edit';
import type { GivenFiles } from './collect-files';
import { suggestDescription } from './describe-file';

type Index = Readonly<Record<string, string>>;

/** Changes the memory index, as one step of the edit history. `change` returns the new index. */
export async function editIndex(stores: AppStores, label: string, change: (index: Index) => Index): Promise<void> {
  await performEdit(
    stores,
    (document) => replaceIndex(document, { index: change(document.memory?.index ?? {}) }),
    label,
  );
}

/** The number of files, in words. */
export function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}

/**
 * Stores files with the open workflow and adds them to its index, each with a description, as one step of the edit
 * history. An existing description stays. Shows what was added and what was left out; resolves to false if nothing was
 * stored.
 */
export async function addFiles(stores: AppStores, given: GivenFiles): Promise<boolean> {
  const { document, services } = stores;
  const workflow = document.getState().id;
  try {
    const files: FileContent[] = [];
    for (const { path, file } of given.files) {
      files.push({ path: normalizeFilePath(path), content: new Uint8Array(await file.arrayBuffer()) });
    }
    if (files.length > 0) {
      await services.files.write(workflow, files);
      const about = new Map(files.map(({ path, content }) => [path, suggestDescription(path, content)]));
      await editIndex(stores, `Add ${countFiles(files.length)}`, (index) => {
        const fresh = [...about].filter(([path]) => !Object.hasOwn(index, path));
        return { ...index, ...Object.fromEntries(fresh) };
      });
    }
    const left = formatLeftOut(given);
    if (left !== '' || files.length === 0) {
      const title = files.length === 0 ? 'No files were added.' : `${countFiles(files.length)} added.`;
      notifyPerson({
        tone: 'info',
        title,
        detail: left === '' ? 'The folder is empty.' : left,
        id: 'files',
        stays: true,
      });
    }
    return files.length > 0;
  } catch (error) {
    tellFailure(error);
    return false;
  }
}

function formatLeftOut({ leftOut: { large, many, hidden } }: GivenFiles): string {
  const reasons = [
    large > 0 && `${large} too large (over 20 MB each)`,
    many > 0 && `${many} or more beyond what is taken at once (1,000 files, 100 MB)`,
    hidden > 0 && `${hidden} hidden or in node_modules`,
  ].filter((reason) => reason !== false);
  return reasons.length === 0 ? '' : `Left out: ${reasons.join('; ')}.`;
}

/** Removes a file and its entry in the index. The message shown offers to restore both. */
export async function removeFile(stores: AppStores, path: string, reload: () => void): Promise<void> {
  const { document, services } = stores;
  const { id: workflow } = document.getState();
  const about = document.getState().document.memory?.index?.[path];
  try {
    const content = await services.files.read(workflow, path);
    if (content !== undefined) await services.files.remove(workflow, [path]);
    const label = `Remove ${path}`;
    if (about !== undefined) await editIndex(stores, label, ({ [path]: _removed, ...others }) => others);
    reload();
    const restoreFile = async () => {
      if (document.getState().id !== workflow) return;
      if (content !== undefined) await services.files.write(workflow, [{ path, content }]);
      if (about !== undefined) await editIndex(stores, `Add ${path}`, (index) => ({ ...index, [path]: about }));
      reload();
    };
    notifyPerson({
      tone: 'ok',
      title: `“${path}” is removed.`,
      id: 'files',
      action: { label: 'Put it back', run: () => void restoreFile().catch(tellFailure) },
    });
  } catch (error) {
    tellFailure(error);
  }
}

/** Adds a stored file to the index, with a description. */
export async function indexFile(stores: AppStores, path: string): Promise<void> {
  const { document, services } = stores;
  try {
    const content = await services.files.read(document.getState().id, path);
    const about = suggestDescription(path, content ?? new Uint8Array());
    await editIndex(stores, `Put ${path} into the index`, (index) => ({ ...index, [path]: about }));
  } catch (error) {
    tellFailure(error);
  }
}

function tellFailure(error: unknown): void {
  notifyFailure(error, 'files');
}
