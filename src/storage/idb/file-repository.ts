import { filePath } from '@/workflow/file-path';
import type { FileRepository } from '@/workflow/file-repository';
import { checkedFiles, checkFileCount } from '../checked-files';
import { parseRecord, recordSchemas } from '../records';
import type { HeddleDatabase } from './open-database';
import { keysOf, transact } from './transact';

/** Files of workflows in IndexedDB. */
export function createFileRepository(database: HeddleDatabase): FileRepository {
  return {
    list: (workflowId) =>
      transact(database, ['files'], 'readonly', async (tx) => {
        const entries: { path: string; bytes: number }[] = [];
        let cursor = await tx.store.index('size').openKeyCursor(keysOf(workflowId));
        while (cursor) {
          const [, path, bytes] = cursor.key;
          entries.push({ path, bytes });
          cursor = await cursor.continue();
        }
        return entries;
      }),
    read: async (workflowId, path) => {
      const key: [string, string] = [workflowId, filePath(path)];
      const value: unknown = await transact(database, ['files'], 'readonly', (tx) => tx.store.get(key));
      return value === undefined ? undefined : parseRecord(recordSchemas.file, value, `the file ${key[1]}`).content;
    },
    write: async (workflowId, files) => {
      const checked = checkedFiles(files);
      await transact(database, ['files'], 'readwrite', async (tx) => {
        const stored = await tx.store.getAllKeys(keysOf(workflowId));
        checkFileCount(
          stored.map(([, path]) => path),
          checked,
        );
        // A copy, so that a view into a larger buffer does not store all of that.
        const records = checked.map(({ path, content }) => ({ path, content: new Uint8Array(content) }));
        await Promise.all(records.map((file) => tx.store.put({ workflowId, bytes: file.content.length, ...file })));
      });
    },
    remove: async (workflowId, paths) => {
      await transact(database, ['files'], 'readwrite', (tx) =>
        Promise.all(paths.map((path) => tx.store.delete([workflowId, filePath(path)]))),
      );
    },
  };
}
