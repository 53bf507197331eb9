import { AppError } from '@/base/errors';
import type { Plan } from '@/plan/plan';
import { applyAnnotationChange } from '@/run/annotations';
import { unfinishedStatuses } from '@/run/is-unfinished';
import type { Execution, ExecutionHead } from '@/run/runner';
import { type PlansByText, packPlan, parseStoredPlan } from '../pack-plan';
import { type HeadRecord, parseRecord, recordSchemas } from '../records';
import { compareNewestFirst, runIsGone } from '../run-order';
import type { ExecutionStore } from '../stores';
import { readBlob } from './blob-store';
import type { HeddleDatabase, HeddleTransaction, StoreName } from './open-database';
import { nothingStored } from './run-head-record';
import { createKeysRange, transact } from './transact';

/** Head records of runs in IndexedDB, with their plans, which are payloads under the plan's hash. */
export function createExecutionStore(database: HeddleDatabase): ExecutionStore {
  const held: HeldPlans = new Map();
  const addPlan = async (record: HeadRecord, byText: PlansByText = new Map()): Promise<Execution> => {
    const { planHash: _planHash, stored: _stored, ...head } = record;
    return { ...head, plan: await readStoredPlan(database, held, record, byText) };
  };
  return {
    create: async (execution) => {
      await createExecution(database, execution);
      holdPlan(held, execution.id, execution.plan);
    },
    get: async (id) => {
      const value: unknown = await transact(database, ['executions'], 'readonly', (tx) => tx.store.get(id));
      if (value === undefined) return undefined;
      return addPlan(parseRecord(recordSchemas.head, value, `run ${id}`));
    },
    list: async (workflowId) => {
      const values = await readByIndex(database, 'workflowId', workflowId);
      return values.flatMap((value) => findSoundHead(value) ?? []).sort(compareNewestFirst);
    },
    unfinished: async () => {
      const values = await Promise.all(unfinishedStatuses.map((s) => readByIndex(database, 'status', s)));
      return (await readReadableRuns(values.flat(), addPlan)).sort((a, b) => compareIds(a.startedAt, b.startedAt));
    },
    heads: () => readHeads(database),
    annotate: (id, change) =>
      transact(database, ['executions'], 'readwrite', async (tx) => {
        const value: unknown = await tx.store.get(id);
        if (value === undefined) throw runIsGone();
        const { annotations: before, ...head } = parseRecord(recordSchemas.head, value, `run ${id}`);
        const annotations = applyAnnotationChange(before, change);
        await tx.store.put(annotations === undefined ? head : { ...head, annotations });
      }),
    remove: (id) => {
      held.delete(id);
      return transact(database, [...storesOfRun], 'readwrite', (tx) => deleteExecution(tx, id));
    },
  };
}

/** The stores with records of a run, except its head. Their keys begin with the run's id. */
export const partsOfRun = [
  'events',
  'segments',
  'setAside',
  'checkpoints',
  'iterationLogs',
  'blobs',
  'blobPages',
] as const;

/** All stores with records of a run. */
export const storesOfRun = ['executions', 'calls', 'callMarks', ...partsOfRun] as const;

/**
 * Deletes everything of a run, in a transaction over its stores, by key ranges: never record by record, but for the
 * small ones of its calls, which lie among those of other runs.
 */
export async function deleteExecution(
  transaction: HeddleTransaction<StoreName[], 'readwrite'>,
  id: string,
): Promise<void> {
  await Promise.all([
    transaction.objectStore('executions').delete(id),
    transaction.objectStore('callMarks').delete(id),
    deleteCalls(transaction, id),
    ...partsOfRun.map((store) => transaction.objectStore(store).delete(createKeysRange(id))),
  ]);
}

async function deleteCalls(transaction: HeddleTransaction<StoreName[], 'readwrite'>, run: string): Promise<void> {
  const calls = transaction.objectStore('calls');
  const hashes = await calls.index('run').getAllKeys(run);
  await Promise.all(hashes.map((hash) => calls.delete(hash)));
}

async function createExecution(database: HeddleDatabase, { plan, ...head }: Execution): Promise<void> {
  const payload = { executionId: head.id, hash: plan.hash, gzip: await packPlan(plan) };
  const stored = { ...nothingStored, bytes: payload.gzip.length };
  const record: HeadRecord = { ...head, planHash: plan.hash, stored };
  await transact(database, ['executions', 'blobs'], 'readwrite', async (tx) => {
    const executions = tx.objectStore('executions');
    if ((await executions.getKey(head.id)) !== undefined) throw new AppError('INTERNAL', `Run ${head.id} exists.`);
    await Promise.all([executions.put(record), tx.objectStore('blobs').put(payload)]);
  });
}

/** Heads that are read at once. */
const headsPage = 100;

/** All heads by their index of start times, page by page, so that runs can be added and removed meanwhile. */
async function* readHeads(database: HeddleDatabase): AsyncGenerator<readonly ExecutionHead[]> {
  let last: { readonly startedAt: string; readonly id: string } | undefined;
  for (;;) {
    const after = last;
    const values = await transact(database, ['executions'], 'readonly', async (tx) => {
      const found: HeadRecord[] = [];
      const range = after === undefined ? null : IDBKeyRange.upperBound(after.startedAt);
      let cursor = await tx.store.index('startedAt').openCursor(range, 'prev');
      while (cursor !== null && found.length < headsPage) {
        const isNext = after === undefined || cursor.key < after.startedAt || cursor.primaryKey < after.id;
        if (isNext) found.push(cursor.value);
        cursor = await cursor.continue();
      }
      return found;
    });
    const end = values.at(-1);
    if (end === undefined) return;
    last = end;
    yield values.flatMap((value) => findSoundHead(value) ?? []);
  }
}

/** The head in a record; undefined if it is damaged. */
function findSoundHead(value: unknown): ExecutionHead | undefined {
  const record = recordSchemas.head.safeParse(value);
  if (!record.success) return undefined;
  const { stored: _stored, ...head } = record.data;
  return head;
}

function readByIndex(database: HeddleDatabase, index: 'workflowId' | 'status', value: string): Promise<unknown[]> {
  return transact(database, ['executions'], 'readonly', (tx) => tx.store.index(index).getAll(value));
}

/** The records that can be read, with their plans. */
async function readReadableRuns(
  values: readonly unknown[],
  addPlan: (record: HeadRecord, byText: PlansByText) => Promise<Execution>,
): Promise<Execution[]> {
  const byText: PlansByText = new Map();
  const settled = await Promise.allSettled(
    values.map(async (value) => addPlan(parseRecord(recordSchemas.head, value, 'a run'), byText)),
  );
  return settled.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Plans of runs that are still in memory, by run: a plan never changes, and a large one takes long to read. */
type HeldPlans = Map<string, WeakRef<Plan>>;

function holdPlan(held: HeldPlans, id: string, plan: Plan): void {
  for (const [other, ref] of held) if (ref.deref() === undefined) held.delete(other);
  held.set(id, new WeakRef(plan));
}

async function readStoredPlan(
  database: HeddleDatabase,
  held: HeldPlans,
  { id, planHash }: HeadRecord,
  byText: PlansByText,
): Promise<Plan> {
  const inMemory = held.get(id)?.deref();
  if (inMemory !== undefined) return inMemory;
  const plan = parseStoredPlan(id, await readBlob(database, id, planHash), byText);
  holdPlan(held, id, plan);
  return plan;
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
