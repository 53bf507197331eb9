import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { events, execution } from '../samples.testing';
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
    await stores.executions.create(execution(id));
  }
});

const append = (id: string, first: number, last = first) => stores.events.append(id, events(first, last), 'relaxed');

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
  await append('e1', 1, 2500);
  expect(await records()).toEqual([
    ['e1', 1, 1000],
    ['e1', 1001, 2000],
    ['e1', 2001, 2500],
  ]);
});

it('writes as many waiting appends together as fill a record, and one that is larger by itself', async () => {
  await Promise.all([append('e1', 1), append('e1', 2, 601), append('e1', 602, 1001), append('e1', 1002)]);
  expect(await records()).toEqual([
    ['e1', 1, 1],
    ['e1', 2, 1001],
    ['e1', 1002, 1002],
  ]);
  await Promise.all([append('e2', 1), append('e2', 2), append('e2', 3, 1503), append('e2', 1504)]);
  expect((await records()).slice(3)).toEqual([
    ['e2', 1, 1],
    ['e2', 2, 2],
    ['e2', 3, 1002],
    ['e2', 1003, 1503],
    ['e2', 1504, 1504],
  ]);
  expect(await stores.events.read('e2')).toEqual(events(1, 1504));
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
  expect(await stores.events.read('e1')).toEqual(events(1, 2));
});
