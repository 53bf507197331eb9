import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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
  name = `damaged-log-${databases}`;
  stores = await openIdbStores({ name, now: () => 0, rotation: { liveBytes: 50_000, segmentBytes: 15_000 } });
  await stores.executions.create(execution('e1'));
});

type Row = Record<string, unknown> & { readonly firstSeq: number; readonly lastSeq: number };

async function look<T>(work: (database: Awaited<ReturnType<typeof openDB>>) => Promise<T>): Promise<T> {
  const database = await openDB(name);
  const seen = await work(database);
  database.close();
  return seen;
}

/** Changes or removes a record without the stores. */
const damage = (store: string, key: IDBValidKey, change: (record: Record<string, unknown>) => object | undefined) =>
  look(async (database) => {
    const record = change(await database.get(store, key));
    if (record === undefined) await database.delete(store, key);
    else await database.put(store, record);
  });

const aside = () => look((database) => database.getAll('setAside'));
const textOf = (record: Record<string, unknown>) => String(record['json']);

/** Three records of ten events, and the end. */
async function thirtyEvents(): Promise<void> {
  for (const seq of [1, 11, 21]) await stores.events.append('e1', events(seq, seq + 9), 'strict');
  await stores.events.append('e1', [completed(31)], 'strict');
}

const chunkDamages = [
  ['that broke off within an event', (text: string) => text.slice(0, text.indexOf('event 15"') + 3), 15],
  ['in which a bit of the form of an event flipped', (text: string) => text.replace('"seq":17', '#seq":17'), 17],
  ['in which a number is wrong', (text: string) => text.replace('"seq":13', '"seq":93'), 13],
  ['of which an event is none', (text: string) => text.replace('resource.warning', 'resource.warninh'), 11],
  ['of which nothing is left', () => '', 11],
] as const;

describe('a chunk of a log', () => {
  it.each(chunkDamages)('%s is told by the number of the first event that is lost', async (_what, change, seq) => {
    await thirtyEvents();
    await damage('events', ['e1', 11], (record) => ({ ...record, json: change(textOf(record)) }));
    await expect(stores.events.read('e1')).rejects.toMatchObject({ code: 'DAMAGED_RECORD', details: { seq } });
    expect(await stores.events.read('e1', 1, seq - 1)).toEqual(events(1, seq - 1));
    expect(await stores.events.read('e1', 21)).toEqual([...events(21, 30), completed(31)]);
  });

  it.each(chunkDamages)('%s is cut off, set aside, and the run goes on', async (_what, change, seq) => {
    await thirtyEvents();
    await damage('events', ['e1', 11], (record) => ({ ...record, json: change(textOf(record)) }));
    expect(await stores.events.cut('e1', seq - 1)).toBe(31 - seq + 1);
    expect(await stores.events.read('e1')).toEqual(events(1, seq - 1));
    const head = await stores.executions.get('e1');
    expect(head).toMatchObject({ status: 'running', lastSeq: seq - 1 });
    expect(head).not.toHaveProperty('endedAt');
    expect((await aside()).map(({ n, after, record }) => [n, after, record.firstSeq])).toEqual([
      [1, seq - 1, 11],
      [2, seq - 1, 21],
      [3, seq - 1, 31],
    ]);
    await stores.events.append('e1', events(seq, 40), 'strict');
    expect(await stores.events.read('e1')).toEqual(events(1, 40));
    // A second cut: what was set aside before stays.
    await stores.events.cut('e1', 5);
    expect((await aside()).length).toBeGreaterThan(3);
    await stores.executions.remove('e1');
    expect(await aside()).toEqual([]);
  });

  it.each([
    ['is gone', () => undefined],
    ['has lost a field', ({ json: _json, ...record }: Record<string, unknown>) => record],
  ])('that %s is told by its first number, in the middle and at the end', async (_what, change) => {
    await thirtyEvents();
    await damage('events', ['e1', 31], change);
    await expect(stores.events.read('e1', 25)).rejects.toMatchObject({ details: { seq: 31 } });
    await damage('events', ['e1', 11], change);
    await expect(stores.events.read('e1')).rejects.toMatchObject({ details: { seq: 11 } });
    expect(await stores.events.cut('e1', 10)).toBe(21);
    expect(await stores.events.read('e1')).toEqual(events(1, 10));
  });

  it('is passed over by a search, but for the events of it that can be read', async () => {
    await thirtyEvents();
    await damage('events', ['e1', 11], (record) => ({
      ...record,
      json: textOf(record).replace('"seq":17', '#seq":17'),
    }));
    await damage('events', ['e1', 21], ({ json: _json, ...record }) => record);
    for (const direction of ['forward', 'backward'] as const) {
      const from = direction === 'forward' ? 1 : 31;
      const page = await stores.events.find('e1', { filter: {}, from, direction, limit: 100 });
      const found = direction === 'forward' ? page.events : page.events.toReversed();
      expect(found).toEqual([...events(1, 16), ...events(18, 20), completed(31)]);
      expect(page.next).toBeNull();
    }
  });

  it('keeps the iterations before it', async () => {
    await stores.events.append('e1', [iteration(1, 1), iteration(2, 2, 1)], 'strict');
    await stores.events.append('e1', [iteration(3, 3), iteration(4, 4)], 'strict');
    await damage('iterationLogs', ['e1', 2], (record) => ({ ...record, event: '{' }));
    await damage('events', ['e1', 3], (record) => ({ ...record, json: '[' }));
    await stores.events.cut('e1', 2);
    const { iterations } = await stores.iterations.find('e1', { direction: 'backward', limit: 9 });
    expect(iterations.map(({ ordinal }) => ordinal)).toEqual([1]);
    expect(await stores.executions.get('e1')).toMatchObject({ iterations: 2, iterationMs: 10 });
    await expect(stores.iterations.get('e1-iter-2')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });
});

describe('a sealed segment', () => {
  let sealed: readonly Row[];

  beforeEach(async () => {
    for (let seq = 1; seq <= 601; seq += 20) await stores.events.append('e1', events(seq, seq + 19), 'relaxed');
    await eventually(async () => {
      sealed = await look((database) => database.getAll('segments'));
      expect(sealed.length).toBeGreaterThan(2);
      expect((await look((database) => database.get('executions', 'e1'))).stored.liveBytes).toBeLessThan(50_000);
    });
    sealed = await look((database) => database.getAll('segments'));
  });

  const flipped = (at: number) => (record: Record<string, unknown>) => {
    const gzip = new Uint8Array(record['gzip'] as Uint8Array);
    gzip[at < 0 ? gzip.length + at : at] = (gzip.at(at) ?? 0) ^ 4;
    return { ...record, gzip };
  };
  const cases = [
    ['in whose bytes a bit flipped', flipped(200)],
    ['whose checksum is wrong', flipped(-6)],
    [
      'that broke off',
      (record: Record<string, unknown>) => ({ ...record, gzip: (record['gzip'] as Uint8Array).slice(0, 99) }),
    ],
    ['that is gone', () => undefined],
  ] as const;

  it.each(cases)('%s is told, passed over by a search, and hinders nothing behind it', async (_what, change) => {
    const { firstSeq, lastSeq } = sealed[1] as Row;
    await damage('segments', ['e1', firstSeq], change);
    await expect(stores.events.read('e1')).rejects.toMatchObject({
      code: 'DAMAGED_RECORD',
      details: { seq: firstSeq },
    });
    await expect(stores.events.read('e1', firstSeq + 3, 1)).rejects.toMatchObject({ details: { seq: firstSeq + 3 } });
    expect(await stores.events.read('e1', lastSeq + 1)).toEqual(events(lastSeq + 1, 620));
    const query = { filter: {}, from: firstSeq - 2, direction: 'forward', limit: 4 } as const;
    const { events: found } = await stores.events.find('e1', query);
    expect(found).toEqual([...events(firstSeq - 2, firstSeq - 1), ...events(lastSeq + 1, lastSeq + 2)]);
    await stores.events.append('e1', events(621, 621), 'strict');
    expect(await stores.executions.get('e1')).toMatchObject({ lastSeq: 621 });
  });

  it.each(cases)('%s can be cut off with all that follows it, or only that', async (_what, change) => {
    const { firstSeq, lastSeq } = sealed[1] as Row;
    await damage('segments', ['e1', firstSeq], change);
    // A cut after the damage: the figures of the damaged events are lost, but the run continues.
    expect(await stores.events.cut('e1', 615)).toBe(5);
    expect(await stores.events.read('e1', lastSeq + 1)).toEqual(events(lastSeq + 1, 615));
    expect(await stores.executions.get('e1')).toMatchObject({ status: 'running', lastSeq: 615 });
    await stores.events.cut('e1', firstSeq - 1);
    expect(await stores.events.read('e1')).toEqual(events(1, firstSeq - 1));
    await stores.events.append('e1', events(firstSeq, firstSeq + 5), 'strict');
    expect(await stores.events.read('e1')).toEqual(events(1, firstSeq + 5));
  });

  it('is split where the log is cut within it', async () => {
    const { firstSeq } = sealed[2] as Row;
    await stores.events.cut('e1', firstSeq + 3);
    expect(await stores.events.read('e1')).toEqual(events(1, firstSeq + 3));
    await stores.events.append('e1', events(firstSeq + 4, firstSeq + 9), 'strict');
    expect(await stores.events.read('e1')).toEqual(events(1, firstSeq + 9));
  });
});

describe('a snapshot', () => {
  const save = (seq: number) =>
    stores.checkpoints.save('e1', { seq, planHash: 'p', history: `"history ${seq}"`, view: `"view ${seq}"` });

  it.each([
    ['in which a bit flipped', (record: Record<string, unknown>) => ({ ...record, gzip: new Uint8Array([1, 2]) })],
    ['whose checksum is wrong', (record: Record<string, unknown>) => ({ ...record, hash: '0'.repeat(64) })],
    ['of which a part is gone', () => undefined],
    ['that has lost a field', ({ planHash: _hash, ...record }: Record<string, unknown>) => record],
  ])('%s is passed over for the one before, and told; its other part is as good as ever', async (_what, change) => {
    for (const seq of [5, 9, 12]) await save(seq);
    await damage('checkpoints', ['e1', 12, 'history'], change);
    await damage('checkpoints', ['e1', 9, 'history'], change);
    expect(await stores.checkpoints.load('e1', 'history')).toEqual({
      found: { seq: 5, planHash: 'p', json: '"history 5"' },
      damaged: [12, 9],
    });
    expect(await stores.checkpoints.load('e1', 'history', 11)).toMatchObject({ found: { seq: 5 }, damaged: [9] });
    expect(await stores.checkpoints.load('e1', 'view')).toMatchObject({ found: { seq: 12 }, damaged: [] });
    await damage('checkpoints', ['e1', 5, 'history'], change);
    expect(await stores.checkpoints.load('e1', 'history')).toEqual({ found: undefined, damaged: [12, 9, 5] });
  });
});
