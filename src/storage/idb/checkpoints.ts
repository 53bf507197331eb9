import type { DocumentCheckpoint, ImportedState, KeptImport } from '@/workflow/repository';
import { parseRecord, type RevisionRecord, recordSchemas } from '../records';
import type { HeddleDatabase } from './open-database';
import { createKeysRange, transact } from './transact';

/** The named saved states of a workflow, newest first; from the index alone, so that no text is read. */
export async function listCheckpoints(database: HeddleDatabase, id: string): Promise<readonly DocumentCheckpoint[]> {
  const found: DocumentCheckpoint[] = [];
  await transact(database, ['revisions'], 'readonly', async (tx) => {
    const imported = new Set((await tx.store.index('imported').getAllKeys(createKeysRange(id))).map(([, one]) => one));
    let cursor = await tx.store.index('named').openKeyCursor(createKeysRange(id));
    while (cursor) {
      const [, name, savedAt] = cursor.key;
      const [, revision] = cursor.primaryKey;
      found.push({ revision, name, savedAt, ...(imported.has(revision) && { isImported: true }) });
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

/** What a saved state was imported from, if that is kept. Error `DAMAGED_RECORD`. */
export async function readImport(
  database: HeddleDatabase,
  id: string,
  revision: number,
): Promise<KeptImport | undefined> {
  const stored = await transact(database, ['revisions'], 'readonly', (tx) => tx.store.get([id, revision]));
  return stored === undefined ? undefined : parseRevision(stored, id, revision).imported;
}

/** The imported states of all workflows, newest first; from the index alone, so that no file is read. */
export async function listImports(database: HeddleDatabase): Promise<readonly ImportedState[]> {
  const found: ImportedState[] = [];
  await transact(database, ['revisions'], 'readonly', async (tx) => {
    let cursor = await tx.store.index('imported').openKeyCursor();
    while (cursor) {
      const [workflowId, revision, savedAt, format, name, file] = cursor.key;
      found.push({ workflowId, revision, savedAt, format, name, file });
      cursor = await cursor.continue();
    }
  });
  return found.sort((a, b) => (a.savedAt < b.savedAt ? 1 : -1));
}

/** Names a saved state, and keeps what it was imported from; false if the state is not stored. */
export function keepImport(
  database: HeddleDatabase,
  id: string,
  revision: number,
  name: string,
  imported: KeptImport,
): Promise<boolean> {
  return transact(database, ['revisions'], 'readwrite', async (tx) => {
    const stored: unknown = await tx.store.get([id, revision]);
    if (stored === undefined) return false;
    await tx.store.put({ ...parseRevision(stored, id, revision), name, imported });
    return true;
  });
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
    const { name: _former, imported, ...state } = parseRevision(stored, id, revision);
    const kept = imported === undefined ? {} : { imported };
    await tx.store.put(name === undefined ? state : { ...state, ...kept, name });
    return true;
  });
}

function parseRevision(stored: unknown, id: string, revision: number): RevisionRecord {
  return parseRecord(recordSchemas.revision, stored, `state ${revision} of workflow ${id}`);
}
