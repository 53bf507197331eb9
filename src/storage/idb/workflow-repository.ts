import type { StoredWorkflow, WorkflowRepository, WorkflowSave, WorkflowSummary } from '@/workflow/repository';
import { boundHistory } from '../bound-history';
import { parseRecord, recordSchemas, type WorkflowRecord } from '../records';
import { type RevisionTime, thinRevisions } from '../thin-revisions';
import { createStaleSaveError, summariseDamaged, summariseWorkflow } from '../workflow-summary';
import { keepImport, listCheckpoints, listImports, nameRevision, readImport, readText } from './checkpoints';
import { deleteExecution, storesOfRun } from './execution-store';
import type { HeddleDatabase } from './open-database';
import { createKeysRange, transact } from './transact';

/** Workflows in IndexedDB. `now` gives ms since 1970. */
export function createWorkflowRepository(database: HeddleDatabase, now: () => number): WorkflowRepository {
  return {
    list: () => listWorkflows(database),
    load: (id) => loadWorkflow(database, id),
    save: (save) => saveWorkflow(database, save, now()),
    remove: (id) => removeWorkflow(database, id),
    checkpoints: (id) => listCheckpoints(database, id),
    textOf: (id, revision) => readText(database, id, revision),
    nameRevision: (id, revision, name) => nameRevision(database, id, revision, name),
    keepImport: (id, revision, name, kept) => keepImport(database, id, revision, name, kept),
    imports: () => listImports(database),
    importOf: (id, revision) => readImport(database, id, revision),
  };
}

async function listWorkflows(database: HeddleDatabase): Promise<readonly WorkflowSummary[]> {
  const [keys, values] = await transact(database, ['workflows'], 'readonly', (tx) =>
    Promise.all([tx.store.getAllKeys(), tx.store.getAll()]),
  );
  return values
    .map((value, index) => {
      const parsed = recordSchemas.workflow.safeParse(value);
      return parsed.success ? summariseWorkflow(parsed.data) : summariseDamaged(keys[index] ?? '');
    })
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
}

async function loadWorkflow(database: HeddleDatabase, id: string): Promise<StoredWorkflow | undefined> {
  const what = `workflow ${id}`;
  const stored = await transact(database, ['workflows', 'revisions', 'histories'], 'readonly', async (tx) => {
    const value: unknown = await tx.objectStore('workflows').get(id);
    if (value === undefined) return undefined;
    const head = parseRecord(recordSchemas.workflow, value, what);
    const [revision, history]: [unknown, unknown] = await Promise.all([
      tx.objectStore('revisions').get([id, head.revision]),
      tx.objectStore('histories').get(id),
    ]);
    return { head, revision, history };
  });
  if (stored === undefined) return undefined;
  const { text } = parseRecord(recordSchemas.revision, stored.revision, what);
  // A history that cannot be read costs the undo of earlier sessions, not the document.
  const history = recordSchemas.history.safeParse(stored.history);
  return {
    ...summariseWorkflow(stored.head),
    revision: stored.head.revision,
    text,
    history: history.success ? history.data : { past: [], future: [] },
  };
}

async function saveWorkflow(database: HeddleDatabase, save: WorkflowSave, time: number): Promise<number> {
  const { id, name, taskCount, text, basedOn } = save;
  const history = boundHistory(save.history);
  const revision = basedOn + 1;
  const savedAt = new Date(time).toISOString();
  await transact(database, ['workflows', 'revisions', 'histories'], 'readwrite', async (tx) => {
    const workflows = tx.objectStore('workflows');
    const revisions = tx.objectStore('revisions');
    const stored: unknown = await workflows.get(id);
    const current = stored === undefined ? 0 : parseRecord(recordSchemas.workflow, stored, `workflow ${id}`).revision;
    if (current !== basedOn) throw createStaleSaveError(name, current);
    const head: WorkflowRecord = { id, name, updatedAt: savedAt, taskCount, revision };
    await Promise.all([
      workflows.put(head),
      revisions.put({ workflowId: id, revision, savedAt, text }),
      tx.objectStore('histories').put(history, id),
    ]);
    const named = new Set((await revisions.index('named').getAllKeys(createKeysRange(id))).map(([, old]) => old));
    const times: RevisionTime[] = [];
    let cursor = await revisions.index('savedAt').openKeyCursor(createKeysRange(id));
    while (cursor) {
      const old = cursor.primaryKey[1];
      if (!named.has(old)) times.push({ revision: old, savedAt: cursor.key[1] });
      cursor = await cursor.continue();
    }
    await Promise.all(thinRevisions(times, time).map((old) => revisions.delete([id, old])));
  });
  return revision;
}

async function removeWorkflow(database: HeddleDatabase, id: string): Promise<void> {
  await transact(
    database,
    ['workflows', 'revisions', 'histories', 'files', ...storesOfRun],
    'readwrite',
    async (tx) => {
      const runs = await tx.objectStore('executions').index('workflowId').getAllKeys(id);
      await Promise.all([
        tx.objectStore('workflows').delete(id),
        tx.objectStore('revisions').delete(createKeysRange(id)),
        tx.objectStore('histories').delete(id),
        tx.objectStore('files').delete(createKeysRange(id)),
        ...runs.map((run) => deleteExecution(tx, run)),
      ]);
    },
  );
}
