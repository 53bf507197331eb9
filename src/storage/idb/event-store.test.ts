import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import type { RunEvent } from '@/run/events';
import type { Stores } from '../stores';
import { openIdbStores } from './open-idb-stores';

let databases = 0;
let name: string;
let stores: Stores;

beforeEach(async () => {
  databases += 1;
  name = `events-${databases}`;
  stores = await openIdbStores({ name, now: () => 0 });
  for (const id of ['e1', 'e2']) {
    await stores.executions.create({
      id,
      workflowId: 'w1',
      name: 'Run',
      plan: { planVersion: 1, hash: 'h', name: 'Run', variables: {}, maxConcurrency: 4, tasks: [] },
      status: 'running',
      startedAt: '2026-11-01T10:00:00.000Z',
      lastSeq: 0,
      totals: { calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0, unpricedCalls: 0 },
    });
  }
});

const started = (seq: number): RunEvent => ({
  v: 1,
  seq,
  t: '2026-11-01T10:00:00.000Z',
  path: 'task/a',
  id: 'aaaaaaaa',
  kind: 'task.started',
  data: { type: 'atomic' },
});
const append = (id: string, ...seqs: number[]) => stores.events.append(id, seqs.map(started), 'relaxed');

async function records(): Promise<[id: string, firstSeq: number, lastSeq: number][]> {
  const database = await openDB(name);
  const chunks = await database.getAll('events');
  database.close();
  return chunks.map((chunk) => [chunk.executionId, chunk.firstSeq, chunk.lastSeq]);
}

it('writes the first append at once, and gathers what comes while that is in flight', async () => {
  await Promise.all([append('e1', 1), append('e1', 2), append('e2', 1), append('e1', 3, 4)]);
  expect(await records()).toEqual([
    ['e1', 1, 1],
    ['e1', 2, 4],
    ['e2', 1, 1],
  ]);
});

it('puts at most a thousand events in a record', async () => {
  const seqs = Array.from({ length: 2500 }, (_, index) => index + 1);
  await append('e1', ...seqs);
  expect(await records()).toEqual([
    ['e1', 1, 1000],
    ['e1', 1001, 2000],
    ['e1', 2001, 2500],
  ]);
});

it('refuses what follows a failed append, so that all can be tried again once there is room', async () => {
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  const appends = await Promise.allSettled([append('e1', 1), append('e1', 2), append('e2', 1)]);
  add.mockRestore();
  expect(appends).toMatchObject([
    { status: 'rejected', reason: { code: 'STORAGE_FULL' } },
    { status: 'rejected', reason: { code: 'STORAGE_FULL' } },
    { status: 'fulfilled' },
  ]);
  await append('e1', 1, 2);
  expect(await stores.events.read('e1')).toEqual([started(1), started(2)]);
});
