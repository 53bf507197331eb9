import type { DocumentCheckpoint } from '@/workflow/repository';
import { parseRecord, type RevisionRecord, recordSchemas } from '../records';
import type { HeddleDatabase } from './open-database';
import { createKeysRange, transact } from './transact';

/** The named saved states of a workflow, newest first; from the index alone, so that no text is read. */
export async function listCheckpoints(database: HeddleDatabase, id: string): Promise<readonly DocumentCheckpoint[]> {
  const found: DocumentCheckpoint[] = [];
  await transact(database, ['revisions'], 'readonly', async (tx) => {
    let cursor = await tx.store.index('named').openKeyCursor(createKeysRange(id));
    while (cursor) {
      const [, name, savedAt] = cursor.key;
      found.push({ revision: cursor.primaryKey[1], name, savedAt });
      cursor = await cursor.continue();
    }
  });
  return found.sort((a, b) => b.revision - a.revision);
}

/** The text of a saved state; undefined if it is not stored. Error `DAMAGED_RECORD`. */
export async function readText(database: HeddleDatabase, id: string, revision: number): Promise<string | undefined> {
  const stored = await transact(database, ['revisions'], 'readonly', (tx) => tx.store.get([id, revision]));
  return stored === undefined ? undefined : parseRevision(stored, id, revision).text;
}

/** Names a saved state, or removes its name; false if the state is not stored. Error `DAMAGED_RECORD`. */
export function nameRevision(
  database: HeddleDatabase,
  id: string,
  revision: number,
  name: string | undefined,
): Promise<boolean> {
  return transact(database, ['revisions'], 'readwrite', async (tx) => {
    const stored: unknown = await tx.store.get([id, revision]);
    if (stored === undefined) return false;
    const { name: _former, ...state } = parseRevision(stored, id, revision);
    await tx.store.put(name === undefined ? state : { ...state, name });
    return true;
  });
}

function parseRevision(stored: unknown, id: string, revision: number): RevisionRecord {
  return parseRecord(recordSchemas.revision, stored, `state ${revision} of workflow ${id}`);
}
