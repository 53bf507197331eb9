import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { events, execution } from '../samples.testing';
import type { Stores } from '../stores';
import { openIdbStores } from './open-idb-stores';

/** What was written, in order: the first of the stores, and whether it had to be on disk. */
let written: string[] = [];
let stores: Stores;
let databases = 0;

beforeEach(async () => {
  databases += 1;
  stores = await openIdbStores({ name: `durable-${databases}`, now: () => 0 });
  await stores.executions.create(execution('e1'));
  const begin = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, names, mode, options) {
    const transaction = begin.call(this, names, mode, options);
    if (mode === 'readwrite') written.push(`${[names].flat()[0]} ${transaction.durability}`);
    return transaction;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  written = [];
});

const append = (first: number, durability: 'strict' | 'relaxed', id = 'e1') =>
  stores.events.append(id, events(first, first), durability);

describe('what must survive a power failure', () => {
  it('are the events of which the caller says so', async () => {
    await append(1, 'relaxed');
    await append(2, 'strict');
    expect(written).toEqual(['executions relaxed', 'executions strict']);
  });

  it('are all events that are written together, if one of them must', async () => {
    await stores.executions.create(execution('e2'));
    written = [];
    await Promise.all([append(1, 'strict'), append(2, 'relaxed'), append(1, 'strict', 'e2'), append(3, 'relaxed')]);
    await Promise.all([append(4, 'relaxed'), append(5, 'relaxed'), append(6, 'relaxed')]);
    expect(written).toEqual(['executions strict', 'executions strict', 'executions relaxed', 'executions relaxed']);
  });

  it('is everything else that is stored, but pages of a payload before it is complete', async () => {
    await stores.executions.create(execution('e3'));
    await stores.blobs.put('e1', 'text');
    await stores.checkpoints.save('e1', { seq: 1, planHash: 'p', history: '{}', view: '{}' });
    await stores.settings.put('a', 1);
    await stores.executions.annotate('e1', { note: 'n' });
    expect(written).toEqual([
      'executions strict',
      'blobs strict',
      'checkpoints strict',
      'settings strict',
      'executions strict',
    ]);
    written = [];
    const writer = stores.blobs.open('e1', { maxBytes: 1000, compress: true });
    await writer.write(new TextEncoder().encode('text of pages'));
    await writer.close();
    expect(new Set(written.slice(0, -1))).toEqual(new Set(['blobPages relaxed']));
    expect(written.at(-1)).toBe('blobs strict');
  });
});
