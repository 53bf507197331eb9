import { normalizeFilePath } from '@/workflow/file-path';
import type { FileRepository } from '@/workflow/file-repository';
import { checkFileCount, checkFiles } from '../checked-files';
import type { PostgresDatabase } from './open-database';
import { copyBytesColumn, sendQuery, transact } from './transact';

/** Files of workflows in PostgreSQL. */
export function createFileRepository(database: PostgresDatabase): FileRepository {
  return {
    list: async (workflowId) => {
      const rows = await sendQuery(database, 'SELECT path, bytes FROM files WHERE workflow_id = $1 ORDER BY path', [
        workflowId,
      ]);
      return rows.map((row) => ({ path: String(row['path']), bytes: Number(row['bytes']) }));
    },
    read: async (workflowId, path) => {
      const statement = 'SELECT content FROM files WHERE workflow_id = $1 AND path = $2';
      const [row] = await sendQuery(database, statement, [workflowId, normalizeFilePath(path)]);
      return copyBytesColumn(row?.['content']);
    },
    write: async (workflowId, files) => {
      const checked = checkFiles(files);
      await transact(database, async (send) => {
        const rows = await send('SELECT path FROM files WHERE workflow_id = $1', [workflowId]);
        checkFileCount(
          rows.map((row) => String(row['path'])),
          checked,
        );
        for (const { path, content } of checked) {
          await send(
            `INSERT INTO files (workflow_id, path, bytes, content) VALUES ($1, $2, $3, $4)
              ON CONFLICT (workflow_id, path) DO UPDATE SET bytes = excluded.bytes, content = excluded.content`,
            [workflowId, path, content.length, Buffer.from(content)],
          );
        }
      });
    },
    remove: async (workflowId, paths) => {
      await sendQuery(database, 'DELETE FROM files WHERE workflow_id = $1 AND path = ANY($2::text[])', [
        workflowId,
        paths.map(normalizeFilePath),
      ]);
    },
  };
}
