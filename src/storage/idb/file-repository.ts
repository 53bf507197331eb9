import { normalizeFilePath } from '@/workflow/file-path';
import type { FileRepository } from '@/workflow/file-repository';
import { checkFileCount, checkFiles } from '../checked-files';
import { type FileRecord, parseRecord, recordSchemas } from '../records';
import type { HeddleDatabase } from './open-database';
import { createKeysRange, transact } from './transact';

/** Files of workflows in IndexedDB. */
export function createFileRepository(database: HeddleDatabase): FileRepository {
  const readContent = async (workflowId: string, path: string): Promise<FileRecord['content'] | undefined> => {
    const key: [string, string] = [workflowId, normalizeFilePath(path)];
    const value: unknown = await transact(database, ['files'], 'readonly', (tx) => tx.store.get(key));
    return value === undefined ? undefined : parseRecord(recordSchemas.file, value, `the file ${key[1]}`).content;
  };
  return {
    list: (workflowId) =>
      transact(database, ['files'], 'readonly', async (tx) => {
        const entries: { path: string; bytes: number }[] = [];
        let cursor = await tx.store.index('size').openKeyCursor(createKeysRange(workflowId));
        while (cursor) {
          const [, path, bytes] = cursor.key;
          entries.push({ path, bytes });
          cursor = await cursor.continue();
        }
        return entries;
      }),
    read: async (workflowId, path) => {
      const content = await readContent(workflowId, path);
      return content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
    },
    pages: async (workflowId, path) => {
      const content = await readContent(workflowId, path);
      return content && readContentPages(content);
    },
    write: async (workflowId, files) => {
      const checked = checkFiles(files);
      await transact(database, ['files'], 'readwrite', async (tx) => {
        const stored = await tx.store.getAllKeys(createKeysRange(workflowId));
        checkFileCount(
          stored.map(([, path]) => path),
          checked,
        );
        await Promise.all(
          checked.map(({ path, content }) =>
            tx.store.put({ workflowId, path, bytes: content.length, content: copyContent(content) }),
          ),
        );
      });
    },
    remove: async (workflowId, paths) => {
      await transact(database, ['files'], 'readwrite', (tx) =>
        Promise.all(paths.map((path) => tx.store.delete([workflowId, normalizeFilePath(path)]))),
      );
    },
  };
}

/** Files of at least this many bytes are stored as blobs. */
const large = 2 ** 20;
/** Bytes of a blob that are read at once. */
const pageBytes = 2 ** 18;

/** A copy: IndexedDB would store the whole buffer behind a view. */
function copyContent(content: Uint8Array): FileRecord['content'] {
  const copy = new Uint8Array(content);
  return copy.length < large ? copy : new Blob([copy]);
}

async function* readContentPages(content: FileRecord['content']): AsyncGenerator<Uint8Array> {
  if (!(content instanceof Blob)) return yield content;
  for (let at = 0; at < content.size; at += pageBytes) {
    yield new Uint8Array(await content.slice(at, at + pageBytes).arrayBuffer());
  }
}
