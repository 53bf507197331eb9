import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { estimateSize } from '../rough-size';
import { completed, events, execution, iteration } from '../samples.testing';
import type { Stores } from '../stores';
import { openIdbStores } from './open-idb-stores';

/** Waits for background work after appends, however busy the machine is. */
const eventually = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 60_000 });

let databases = 0;
let name: string;
let stores: Stores;

beforeEach(async () => {
  databases += 1;
  name = `upkeep-${databases}`;
  stores = await openIdbStores({ name, now: () => 0 });
  await stores.executions.create(execution('e1'));
});

async function look<T>(work: (database: Awaited<ReturnType<typeof openDB>>) => Promise<T>): Promise<T> {
  const database = await openDB(name);
  const seen = await work(database);
  database.close();
  return seen;
}

/** Bytes in all stores of runs, counted record by record. */
const counted = () =>
  look(async (database) => {
    let sum = 0;
    for (const store of ['events', 'segments', 'checkpoints', 'iterationLogs', 'blobs', 'blobPages']) {
      for (const { json, gzip, event, data } of await database.getAll(store)) {
        for (const part of [json, gzip, event, data]) sum += part?.length ?? 0;
      }
    }
    return sum;
  });
const sizeOf = async (id: string) => (await stores.upkeep.sizes()).get(id);

async function writePages(text: string): Promise<string> {
  const writer = stores.blobs.open('e1', { maxBytes: 1e9, compress: true });
  await writer.write(new TextEncoder().encode(text));
  return (await writer.close()).hash;
}

it('counts in the head of a run all that is stored of it', async () => {
  await stores.events.append('e1', [...events(1, 30), iteration(31, 1)], 'strict');
  await stores.blobs.put('e1', 'a text '.repeat(300));
  await stores.blobs.put('e1', 'a text '.repeat(300));
  const hash = await writePages('a long text '.repeat(60_000));
  await writePages('a long text '.repeat(60_000));
  for (const seq of [5, 10, 15, 20, 25]) {
    await stores.checkpoints.save('e1', { seq, planHash: 'p', history: `[${seq}]`, view: '"view"'.repeat(seq) });
  }
  expect(await sizeOf('e1')).toBe(await counted());
  await stores.blobs.remove('e1', hash);
  expect(await sizeOf('e1')).toBe(await counted());
  await stores.events.cut('e1', 22);
  await stores.events.append('e1', [completed(23)], 'strict');
  // Records that were set aside still exist.
  expect(await sizeOf('e1')).toBeGreaterThan(await counted());
  // No size was kept only in this process.
  const again = await openIdbStores({ name, now: () => 0 });
  expect((await again.upkeep.sizes()).get('e1')).toBe(await sizeOf('e1'));
});

it('counts a run that began before this was kept, when it is asked and when the run goes on', async () => {
  await stores.events.append('e1', events(1, 30), 'strict');
  await stores.checkpoints.save('e1', { seq: 5, planHash: 'p', history: '[]', view: '{}' });
  const forget = () =>
    look(async (database) => {
      const { stored: _stored, ...head } = await database.get('executions', 'e1');
      await database.put('executions', head);
    });
  const before = (await sizeOf('e1')) ?? 0;
  await forget();
  // The size includes keys and summaries, which are small.
  expect(await sizeOf('e1')).toBeGreaterThan(before);
  expect(await sizeOf('e1')).toBeLessThan(before + 1000);
  await forget();
  await stores.events.append('e1', events(31, 31), 'strict');
  await eventually(async () =>
    expect(await look(async (database) => (await database.get('executions', 'e1')).stored)).toMatchObject({
      checkpoints: [[5, expect.any(Number)]],
    }),
  );
  expect(await stores.events.read('e1')).toEqual(events(1, 31));
});

it('finds payloads that a crash left in the middle, of runs that have ended', async () => {
  const hash = await writePages('a long text '.repeat(60_000));
  const left = { executionId: 'e1', upload: 'left', page: 0, data: new Uint8Array(5000) };
  await look((database) => database.put('blobPages', left));
  // Another tab may be running and writing this run.
  expect(await stores.upkeep.orphans()).toEqual([]);
  await stores.events.append('e1', [completed(1)], 'strict');
  const orphans = await stores.upkeep.orphans();
  expect(orphans).toEqual([{ executionId: 'e1', bytes: estimateSize(left) }]);
  expect(await stores.upkeep.removeOrphans()).toEqual(orphans);
  expect(await stores.upkeep.orphans()).toEqual([]);
  expect((await stores.blobs.get('e1', hash))?.length).toBe(720_000);
  expect(await stores.executions.get('e1')).toMatchObject({ status: 'completed' });
});

it.each(['events', 'segments', 'setAside', 'checkpoints', 'iterationLogs', 'blobs', 'blobPages'])(
  'finds what is left in %s of a run that is not there',
  async (store) => {
    const keys = { firstSeq: 1, n: 1, seq: 1, part: 'view', ordinal: 1, hash: 'h', upload: 'u', page: 0 };
    const record = { executionId: 'gone', ...keys, text: 'x'.repeat(700) };
    await look((database) => database.put(store, record));
    const orphans = await stores.upkeep.orphans();
    expect(orphans).toEqual([{ executionId: 'gone', bytes: estimateSize(record) }]);
    expect(await stores.upkeep.removeOrphans()).toEqual(orphans);
    expect(await look((database) => database.count(store))).toBe(store === 'blobs' ? 1 : 0);
  },
);
