import { AppError } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import type { Plan } from '@/plan/plan';
import { applyAnnotationChange } from '@/run/annotations';
import { unfinishedStatuses } from '@/run/is-unfinished';
import type { Execution, ExecutionHead } from '@/run/runner';
import { type PlansByText, packPlan, parseStoredPlan } from '../pack-plan';
import type { HeadRecord } from '../records';
import { compareNewestFirst, runIsGone } from '../run-order';
import type { ExecutionStore } from '../stores';
import { readBlob } from './blob-store';
import type { PostgresDatabase } from './open-database';
import { headFields, parseHeadRow, parseSoundHead } from './run-head-record';
import { type Query, type Row, sendQuery, transact } from './transact';

/** Most plans that are kept in memory: one of ten thousand tasks takes some megabytes. */
const mostPlans = 4;

/** Heads of runs in PostgreSQL, with their plans, which are payloads under the plan's hash. */
export function createExecutionStore(database: PostgresDatabase): ExecutionStore {
  const plans = new Map<string, Promise<Plan>>();
  /** The plan of a run, which never changes. */
  const getPlan = (record: HeadRecord): Promise<Plan> => {
    const { id } = record;
    const plan = plans.get(id) ?? readStoredPlan(database, record);
    plans.delete(id);
    plans.set(id, plan);
    plan.catch(() => plans.delete(id));
    for (const oldest of plans.keys()) {
      if (plans.size <= mostPlans) break;
      plans.delete(oldest);
    }
    return plan;
  };
  const select = `SELECT ${headFields} FROM executions`;
  return {
    create: (execution) => createExecution(database, execution),
    get: async (id) => {
      const [row] = await sendQuery(database, `${select} WHERE id = $1`, [id]);
      if (row === undefined) return undefined;
      const record = parseHeadRow(row, `run ${id}`);
      return addPlan(record, getPlan(record));
    },
    list: async (workflowId) => {
      const rows = await sendQuery(database, `${select} WHERE workflow_id = $1`, [workflowId]);
      return rows.flatMap((row) => parseSoundHead(row) ?? []).sort(compareNewestFirst);
    },
    unfinished: async () => {
      const rows = await sendQuery(database, `${select} WHERE status = ANY($1::text[])`, [[...unfinishedStatuses]]);
      return (await readReadableRuns(database, rows)).sort((a, b) => compareNewestFirst(b, a));
    },
    heads: () => readHeads(database),
    annotate: (id, change) =>
      transact(database, async (send) => {
        const [row] = await send(`${select} WHERE id = $1 FOR UPDATE`, [id]);
        if (row === undefined) throw runIsGone();
        const annotations = applyAnnotationChange(parseHeadRow(row, `run ${id}`).annotations, change);
        const json = annotations === undefined ? null : encodeJson(annotations);
        await send('UPDATE executions SET annotations = $2 WHERE id = $1', [id, json]);
      }),
    remove: (id) => transact(database, (send) => deleteExecutions(send, [id])),
  };
}

/** The tables with rows of a run, except its head and its owner. */
export const partsOfRun = ['events', 'set_aside', 'snapshots', 'iterations', 'blobs', 'blob_pages', 'sources'] as const;

/** Deletes everything of runs, in a transaction. */
export async function deleteExecutions(send: Query, ids: readonly string[]): Promise<void> {
  // First: it waits for whoever writes to the run, who then finds it gone.
  await send('DELETE FROM executions WHERE id = ANY($1::text[])', [ids]);
  for (const table of partsOfRun) await send(`DELETE FROM ${table} WHERE execution_id = ANY($1::text[])`, [ids]);
  // Those that a run was given are under its id.
  await send('DELETE FROM files WHERE workflow_id = ANY($1::text[])', [ids]);
  await send('DELETE FROM calls WHERE run = ANY($1::text[])', [ids]);
  await send('DELETE FROM call_marks WHERE run = ANY($1::text[])', [ids]);
  await send('DELETE FROM owners WHERE execution_id = ANY($1::text[])', [ids]);
}

async function createExecution(database: PostgresDatabase, { plan, annotations, ...head }: Execution): Promise<void> {
  const packed = Buffer.from(await packPlan(plan));
  const json = encodeJson({ ...head, planHash: plan.hash });
  await transact(database, async (send, tries) => {
    const [row] = await send('SELECT head FROM executions WHERE id = $1', [head.id]);
    // An earlier try was committed, but its answer was lost.
    if (tries > 0 && row?.['head'] === json) return;
    if (row !== undefined) throw new AppError('INTERNAL', `Run ${head.id} exists.`);
    await send('INSERT INTO blobs (execution_id, hash, gzip) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING', [
      head.id,
      plan.hash,
      packed,
    ]);
    await send(
      `INSERT INTO executions (id, workflow_id, status, started_at, owner, head, annotations)
        SELECT $1, $2, $3, $4, coalesce((SELECT number FROM owners WHERE execution_id = $1), 0), $5, $6`,
      [
        head.id,
        head.workflowId,
        head.status,
        head.startedAt,
        json,
        annotations === undefined ? null : encodeJson(annotations),
      ],
    );
  });
}

/** Heads that are read at once. */
const headsPage = 100;

/** All heads by their start, page by page, so that runs can be added and removed meanwhile. */
async function* readHeads(database: PostgresDatabase): AsyncGenerator<readonly ExecutionHead[]> {
  let last: readonly [string | null, string | null] = [null, null];
  for (;;) {
    const rows = await sendQuery(
      database,
      `SELECT ${headFields}, started_at FROM executions
        WHERE $1::text IS NULL OR (started_at, id) < ($1::text COLLATE "C", $2::text COLLATE "C")
        ORDER BY started_at DESC, id DESC LIMIT ${headsPage}`,
      last,
    );
    const end = rows.at(-1);
    if (end === undefined) return;
    last = [String(end['started_at']), String(end['id'])];
    yield rows.flatMap((row) => parseSoundHead(row) ?? []);
  }
}

/** The records that can be read, with their plans. */
async function readReadableRuns(database: PostgresDatabase, rows: readonly Row[]): Promise<Execution[]> {
  const byText: PlansByText = new Map();
  const settled = await Promise.allSettled(
    rows.map(async (row) => {
      const record = parseHeadRow(row, 'a run');
      return addPlan(record, readStoredPlan(database, record, byText));
    }),
  );
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

async function addPlan(record: HeadRecord, plan: Promise<Plan>): Promise<Execution> {
  const { planHash: _planHash, stored: _stored, ...head } = record;
  return { ...head, plan: await plan };
}

async function readStoredPlan(
  database: PostgresDatabase,
  { id, planHash }: HeadRecord,
  byText: PlansByText = new Map(),
): Promise<Plan> {
  return parseStoredPlan(id, await readBlob(database, id, planHash), byText);
}
