import type { StoredWorkflow, WorkflowRepository, WorkflowSave, WorkflowSummary } from '@/workflow/repository';
import { boundHistory } from '../bound-history';
import { parseRecord, recordSchemas, type WorkflowRecord } from '../records';
import { type RevisionTime, thinRevisions } from '../thin-revisions';
import { staleSave, summariseWorkflow, summaryOfDamaged } from '../workflow-summary';
import { listCheckpoints, nameRevision, readText, revisionOf } from './checkpoints';
import { deleteExecutions } from './execution-store';
import type { PostgresDatabase } from './open-database';
import { jsonColumn, query, transact } from './transact';

/** Workflows in PostgreSQL. `now` gives ms since 1970. */
export function createWorkflowRepository(database: PostgresDatabase, now: () => number): WorkflowRepository {
  return {
    list: () => list(database),
    load: (id) => load(database, id),
    save: (save) => saveWorkflow(database, save, now()),
    remove: (id) => remove(database, id),
    checkpoints: (id) => listCheckpoints(database, id),
    textOf: (id, revision) => readText(database, id, revision),
    nameRevision: (id, revision, name) => nameRevision(database, id, revision, name),
  };
}

async function list(database: PostgresDatabase): Promise<readonly WorkflowSummary[]> {
  const rows = await query(database, 'SELECT id, record FROM workflows');
  return rows
    .map((row) => {
      const parsed = recordSchemas.workflow.safeParse(jsonColumn(row['record']));
      return parsed.success ? summariseWorkflow(parsed.data) : summaryOfDamaged(String(row['id']));
    })
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
}

async function load(database: PostgresDatabase, id: string): Promise<StoredWorkflow | undefined> {
  const what = `workflow ${id}`;
  return transact(
    database,
    async (send) => {
      const [workflow] = await send('SELECT record FROM workflows WHERE id = $1', [id]);
      if (workflow === undefined) return undefined;
      const head = parseRecord(recordSchemas.workflow, jsonColumn(workflow['record']), what);
      const [revision] = await send('SELECT record, body FROM revisions WHERE workflow_id = $1 AND revision = $2', [
        id,
        head.revision,
      ]);
      const { text } = revisionOf(revision, what);
      const [kept] = await send('SELECT record FROM histories WHERE workflow_id = $1', [id]);
      // A history that cannot be read costs the undo of earlier sessions, not the document.
      const history = recordSchemas.history.safeParse(jsonColumn(kept?.['record']));
      return {
        ...summariseWorkflow(head),
        revision: head.revision,
        text,
        history: history.success ? history.data : { past: [], future: [] },
      };
    },
    'REPEATABLE READ, READ ONLY',
  );
}

async function saveWorkflow(database: PostgresDatabase, save: WorkflowSave, time: number): Promise<number> {
  const { id, name, taskCount, text, basedOn } = save;
  const history = boundHistory(save.history);
  const revision = basedOn + 1;
  const savedAt = new Date(time).toISOString();
  const head: WorkflowRecord = { id, name, updatedAt: savedAt, taskCount, revision };
  await transact(database, async (send, tries) => {
    // Also of two that save it for the first time one waits for the other.
    await send('SELECT pg_advisory_xact_lock(hashtextextended($1, 1))', [id]);
    const [row] = await send('SELECT record FROM workflows WHERE id = $1', [id]);
    // An earlier try was committed, but its answer was lost.
    if (tries > 0 && row?.['record'] === JSON.stringify(head)) return;
    const stored = row && parseRecord(recordSchemas.workflow, jsonColumn(row['record']), `workflow ${id}`);
    if ((stored?.revision ?? 0) !== basedOn) throw staleSave(name, stored?.revision ?? 0);
    await send(
      'INSERT INTO workflows (id, record) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET record = excluded.record',
      [id, JSON.stringify(head)],
    );
    await send(
      `INSERT INTO revisions (workflow_id, revision, named, record, body) VALUES ($1, $2, false, $3, $4)
        ON CONFLICT (workflow_id, revision)
        DO UPDATE SET named = false, record = excluded.record, body = excluded.body`,
      [id, revision, JSON.stringify({ workflowId: id, revision, savedAt }), JSON.stringify(text)],
    );
    await send(
      `INSERT INTO histories (workflow_id, record) VALUES ($1, $2)
        ON CONFLICT (workflow_id) DO UPDATE SET record = excluded.record`,
      [id, JSON.stringify(history)],
    );
    const rows = await send(
      'SELECT revision, record FROM revisions WHERE workflow_id = $1 AND NOT named ORDER BY revision',
      [id],
    );
    const times = rows.flatMap((old): RevisionTime[] => {
      const parsed = recordSchemas.revision.omit({ text: true }).safeParse(jsonColumn(old['record']));
      return parsed.success ? [{ revision: parsed.data.revision, savedAt: parsed.data.savedAt }] : [];
    });
    await send('DELETE FROM revisions WHERE workflow_id = $1 AND revision = ANY($2::integer[])', [
      id,
      thinRevisions(times, time),
    ]);
  });
  return revision;
}

async function remove(database: PostgresDatabase, id: string): Promise<void> {
  await transact(database, async (send) => {
    const runs = await send('SELECT id FROM executions WHERE workflow_id = $1', [id]);
    await send('DELETE FROM workflows WHERE id = $1', [id]);
    for (const table of ['revisions', 'histories', 'files']) {
      await send(`DELETE FROM ${table} WHERE workflow_id = $1`, [id]);
    }
    await deleteExecutions(
      send,
      runs.map((row) => String(row['id'])),
    );
  });
}
