import type { AppStores } from '@/state/context';
import { notifyPerson } from '@/ui/overlay/toast';
import { fileLimits } from '@/workflow/file-repository';

/** A file that comes with a workflow. */
interface FileToStore {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Rejects if it is damaged. */
  read(): Promise<Uint8Array>;
}

/** Stores the files with a workflow, one after another. If the storage fails, none of them stays. */
export async function storeFiles({ services }: AppStores, id: string, files: readonly FileToStore[]): Promise<void> {
  const left: string[] = [];
  const kept: string[] = [];
  try {
    for (const file of files) {
      const { path } = file;
      const content = isTooLarge(file, kept.length) ? undefined : await file.read().catch(() => undefined);
      if (content === undefined) left.push(path);
      else {
        await services.files.write(id, [{ path, content }]);
        kept.push(path);
      }
    }
  } catch (error) {
    await services.files.remove(id, kept);
    throw error;
  }
  if (left.length === 0) return;
  const more = left.length > 5 ? ` and ${left.length - 5} more` : '';
  const detail = `${left.slice(0, 5).join(', ')}${more}: too large, too many, or damaged.`;
  notifyPerson({ tone: 'info', title: 'Some files were left out.', detail, stays: true });
}

function isTooLarge({ size }: FileToStore, kept: number): boolean {
  return size > fileLimits.bytes || kept >= fileLimits.count;
}
