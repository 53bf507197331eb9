import type { DocumentCheckpoint } from '@/workflow/repository';
import { parseRecord, type RevisionRecord, recordSchemas } from '../records';
import type { PostgresDatabase } from './open-database';
import { jsonColumn, query, type Row, transact } from './transact';

/** The named saved states of a workflow, newest first; no text is read. */
export async function listCheckpoints(database: PostgresDatabase, id: string): Promise<readonly DocumentCheckpoint[]> {
  const rows = await query(
    database,
    'SELECT record FROM revisions WHERE workflow_id = $1 AND named ORDER BY revision DESC',
    [id],
  );
  return rows.flatMap((row) => {
    const parsed = recordSchemas.revision.omit({ text: true }).safeParse(jsonColumn(row['record']));
    if (!parsed.success || parsed.data.name === undefined) return [];
    const { revision, name, savedAt } = parsed.data;
    return [{ revision, name, savedAt }];
  });
}

/** The text of a saved state; undefined if it is not stored. Error `DAMAGED_RECORD`. */
export async function readText(database: PostgresDatabase, id: string, revision: number): Promise<string | undefined> {
  const [row] = await query(database, 'SELECT record, body FROM revisions WHERE workflow_id = $1 AND revision = $2', [
    id,
    revision,
  ]);
  return row && revisionOf(row, `state ${revision} of workflow ${id}`).text;
}

/** Names a saved state, or removes its name; false if the state is not stored. Error `DAMAGED_RECORD`. */
export function nameRevision(
  database: PostgresDatabase,
  id: string,
  revision: number,
  name: string | undefined,
): Promise<boolean> {
  return transact(database, async (send) => {
    const [row] = await send('SELECT record, body FROM revisions WHERE workflow_id = $1 AND revision = $2 FOR UPDATE', [
      id,
      revision,
    ]);
    if (row === undefined) return false;
    const { name: _former, text: _text, ...state } = revisionOf(row, `state ${revision} of workflow ${id}`);
    const record = JSON.stringify(name === undefined ? state : { ...state, name });
    await send('UPDATE revisions SET named = $3, record = $4 WHERE workflow_id = $1 AND revision = $2', [
      id,
      revision,
      name !== undefined,
      record,
    ]);
    return true;
  });
}

/** A row as a saved state. Error `DAMAGED_RECORD`, also if there is no row. */
export function revisionOf(row: Row | undefined, what: string): RevisionRecord {
  const value = { ...Object(jsonColumn(row?.['record'])), text: jsonColumn(row?.['body']) };
  return parseRecord(recordSchemas.revision, value, what);
}
