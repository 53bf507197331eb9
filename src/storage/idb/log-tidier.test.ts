import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { completed, events, execution } from '../samples.testing';
import type { Stores } from '../stores';
import { openIdbStores } from './open-idb-stores';

/** Waits for background work after appends, however busy the machine is. */
const eventually = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 60_000 });

let databases = 0;
let name: string;
let stores: Stores;

beforeEach(async () => {
  databases += 1;
  name = `tidy-${databases}`;
  stores = await openIdbStores({ name, now: () => 0, rotation: { liveBytes: 60_000, segmentBytes: 20_000 } });
  await stores.executions.create(execution('e1'));
});
afterEach(() => vi.restoreAllMocks());

async function look<T>(work: (database: Awaited<ReturnType<typeof openDB>>) => Promise<T>): Promise<T> {
  const database = await openDB(name);
  const seen = await work(database);
  database.close();
  return seen;
}

const ranges = (store: string) =>
  look(async (database) => (await database.getAll(store)).map(({ firstSeq, lastSeq }) => [firstSeq, lastSeq]));
const stored = () => look(async (database) => (await database.get('executions', 'e1')).stored);

/** Appends events to the run in batches. */
async function append(first: number, last: number, atOnce: number): Promise<void> {
  for (let seq = first; seq <= last; seq += atOnce) {
    await stores.events.append('e1', events(seq, Math.min(last, seq + atOnce - 1)), 'relaxed');
  }
}

describe('small chunks of a slow run', () => {
  it('are joined, so that it does not take long to open', async () => {
    stores = await openIdbStores({ name, now: () => 0 });
    await append(1, 450, 1);
    // Chunks are joined two hundred at a time; a few more may have been added meanwhile.
    await eventually(async () => expect((await ranges('events')).length).toBeLessThan(52));
    expect(await stores.events.read('e1')).toEqual(events(1, 450));
    const page = await stores.events.find('e1', {
      filter: { taskPath: 'a' },
      from: 201,
      direction: 'backward',
      limit: 2,
    });
    expect(page.events).toEqual(events(200, 201).reverse());
  });

  it('stay as they are where one of them broke off, which spoils no other', async () => {
    await append(1, 199, 1);
    await look(async (database) => {
      const record = await database.get('events', ['e1', 7]);
      await database.put('events', { ...record, json: record.json.slice(0, -9) });
    });
    await append(200, 200, 1);
    await eventually(async () => expect(await stored()).toMatchObject({ newChunks: 0 }));
    await expect(stores.events.read('e1')).rejects.toMatchObject({ details: { seq: 7 } });
    expect(await stores.events.read('e1', 8)).toEqual(events(8, 200));
  });
});

describe('old events', () => {
  /** A run with some sealed events. */
  async function rotated(): Promise<void> {
    await append(1, 1500, 50);
    await eventually(async () => expect((await stored()).liveBytes).toBeLessThan(60_000));
  }

  it('are sealed past a number of bytes, and read and found as before', async () => {
    await rotated();
    const [segments, chunks] = [await ranges('segments'), await ranges('events')];
    expect(segments.length).toBeGreaterThan(5);
    // In sequence, with no event twice.
    const all = [...segments, ...chunks].map(([first, last]) => [Number(first), Number(last)] as const);
    expect(all.map(([first]) => first)).toEqual([1, ...all.slice(0, -1).map(([, last]) => last + 1)]);
    expect(await stores.events.read('e1')).toEqual(events(1, 1500));
    const edge = segments.at(-1)?.[1] ?? 0;
    expect(await stores.events.read('e1', edge - 1, 4)).toEqual(events(edge - 1, edge + 2));
    const query = { filter: { text: 'event' }, from: edge + 2, limit: 4 } as const;
    expect((await stores.events.find('e1', { ...query, direction: 'backward' })).events).toEqual(
      events(edge - 1, edge + 2).reverse(),
    );
    // No block is passed over, however many there are of each kind.
    const back = { filter: {}, from: 1500, direction: 'backward', limit: 1500 } as const;
    expect((await stores.events.find('e1', back)).events).toEqual(events(1, 1500).reverse());
    const on = await stores.events.find('e1', { ...query, direction: 'forward', from: edge - 1 });
    expect([on.events, on.next]).toEqual([events(edge - 1, edge + 2), edge + 3]);
    await stores.events.append('e1', [completed(1501)], 'strict');
    expect(await stores.executions.get('e1')).toMatchObject({ status: 'completed', lastSeq: 1501 });
  });

  it('are no more in a segment than fill it, but for what was appended at once', async () => {
    await append(1, 20, 20);
    await append(21, 300, 280);
    await append(301, 900, 50);
    await eventually(async () => expect((await ranges('segments')).length).toBeGreaterThan(2));
    expect((await ranges('segments')).slice(0, 2)).toEqual([
      [1, 20],
      [21, 300],
    ]);
  });

  it('fill a segment to its last byte', async () => {
    await append(1, 40, 20);
    const sizes = await look(async (database) => (await database.getAll('events')).map(({ bytes }) => Number(bytes)));
    const [first = 0, second = 0] = sizes;
    name = `${name}-full`;
    stores = await openIdbStores({ name, now: () => 0, rotation: { liveBytes: first, segmentBytes: first + second } });
    await stores.executions.create(execution('e1'));
    await append(1, 40, 20);
    await eventually(async () => expect(await ranges('segments')).toEqual([[1, 40]]));
  });

  it('take less room sealed, which is counted', async () => {
    await rotated();
    const { bytes, liveBytes } = await stored();
    const real = await look(async (database) => {
      const segments = (await database.getAll('segments')).reduce((sum, { gzip }) => sum + gzip.length, 0);
      const chunks = (await database.getAll('events')).reduce((sum, { json }) => sum + json.length, 0);
      const [plan] = await database.getAll('blobs');
      return { bytes: segments + chunks + plan.gzip.length, liveBytes: chunks };
    });
    expect({ bytes, liveBytes }).toEqual(real);
    expect((await stores.upkeep.sizes()).get('e1')).toBe(bytes);
  });

  it('are counted after a cut, those that were set aside too', async () => {
    const counted = () =>
      look(async (database) => {
        const lengthOf = (chunks: readonly { readonly json: string }[]) =>
          chunks.reduce((sum, { json }) => sum + json.length, 0);
        const liveBytes = lengthOf(await database.getAll('events'));
        const aside = lengthOf((await database.getAll('setAside')).map(({ record }) => record));
        const [plan] = await database.getAll('blobs');
        return { bytes: liveBytes + aside + plan.gzip.length, liveBytes };
      });
    await append(1, 100, 10);
    expect(await stored()).toMatchObject(await counted());
    for (const last of [90, 45, 7]) {
      await stores.events.cut('e1', last);
      expect(await stored()).toEqual({ ...(await counted()), newChunks: 0, newBytes: 0, checkpoints: [] });
      expect(await stores.events.read('e1')).toEqual(events(1, last));
    }
  });

  it('stay live where there is no room to seal them, and are sealed when there is', async () => {
    const put = IDBObjectStore.prototype.put;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      if (this.name === 'segments') throw new DOMException('No room.', 'QuotaExceededError');
      return put.call(this, value);
    });
    await append(1, 1000, 100);
    await eventually(() =>
      expect(full.mock.contexts.some((store) => (store as IDBObjectStore).name === 'segments')).toBe(true),
    );
    expect(await stores.events.read('e1')).toEqual(events(1, 1000));
    full.mockRestore();
    await append(1001, 1001, 1);
    await eventually(async () => expect((await stored()).liveBytes).toBeLessThan(60_000));
    expect(await stores.events.read('e1')).toEqual(events(1, 1001));
  });

  it('are none of a run that is removed, or cut, while they are packed', async () => {
    const packing: ((packed: number) => void)[] = [];
    const real = CompressionStream;
    vi.stubGlobal('CompressionStream', function pack(format: CompressionFormat) {
      for (const tell of packing.splice(0)) tell(1);
      return new real(format);
    });
    const begun = () => new Promise((resolve) => packing.push(resolve));
    await stores.executions.create(execution('e2'));
    const cut = begun().then(() => stores.events.cut('e1', 30));
    // An append after the cut is refused.
    await append(1, 500, 50).catch(() => undefined);
    await cut;
    expect(await stores.events.read('e1')).toEqual(events(1, 30));
    const removed = begun().then(() => stores.executions.remove('e1'));
    await append(31, 600, 50).catch(() => undefined);
    await removed;
    vi.unstubAllGlobals();
    // Events of another run are sealed afterwards.
    for (let seq = 1; seq <= 600; seq += 100) await stores.events.append('e2', events(seq, seq + 99), 'relaxed');
    await eventually(async () => expect((await ranges('segments')).length).toBeGreaterThan(0));
    expect(await stores.upkeep.orphans()).toEqual([]);
    expect(await stores.events.read('e2')).toEqual(events(1, 600));
  });
});
