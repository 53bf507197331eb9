import { appendFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { hashText } from '@/base/hash';
import type { IndexedCall } from '@/engine/ports/call-index';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { openDatabase } from '@/storage/idb/open-database';
import { openIdbStores } from '@/storage/idb/open-idb-stores';
import { execution } from '@/storage/samples.testing';
import { describeEachRunStore } from './each-store';

const call = (name: string, more: Partial<IndexedCall> = {}): IndexedCall => ({
  ...{ hash: hashText(name), run: 'e1', seq: 3, t: 1000, costUsd: 0.25, tokens: 12 },
  ...more,
});
const found = async (
  calls: { find(hashes: readonly string[]): Promise<ReadonlyMap<string, IndexedCall>> },
  ...names: string[]
) => {
  const all = await calls.find(names.map(hashText));
  return names.map((name) => all.get(hashText(name)));
};

describeEachRunStore('The index of calls', (open) => {
  it('finds what was put there, by hash, as it was put', async () => {
    const { calls } = await open();
    const free = call('b', { costUsd: null, seq: 9 });
    await calls.put([call('a'), free]);
    expect(await found(calls, 'a', 'b', 'c')).toEqual([call('a'), free, undefined]);
    expect(await calls.size()).toMatchObject({ calls: 2 });
    expect((await calls.size()).bytes).toBeGreaterThan(100);
  });

  it('holds the newest of several with one hash, in whatever order they come', async () => {
    const { calls } = await open();
    const [old, newer] = [call('a'), call('a', { run: 'e2', t: 2000 })];
    await calls.put([old]);
    await calls.put([newer]);
    await calls.put([old]);
    expect(await found(calls, 'a')).toEqual([newer]);
    const [one, other] = [call('b', { t: 7, seq: 1 }), call('b', { t: 5, seq: 2 })];
    await calls.put([one, other]);
    expect(await found(calls, 'b')).toEqual([one]);
  });

  it('drops a call, but none that took its place', async () => {
    const { calls } = await open();
    const newer = call('b', { run: 'e2', t: 2000 });
    await calls.put([call('a'), newer]);
    await calls.drop([call('a'), call('b')]);
    expect(await found(calls, 'a', 'b')).toEqual([undefined, newer]);
    await calls.put([call('a')]);
    expect(await found(calls, 'a')).toEqual([call('a')]);
  });

  it('knows how far which logs are in it, and keeps that when it is emptied', async () => {
    const { calls } = await open();
    expect(await calls.marks()).toEqual(new Map());
    await calls.put([call('a')]);
    await calls.mark('e1', 3);
    await calls.mark('e2', 4);
    await calls.mark('e1', 8);
    await calls.empty();
    expect(await found(calls, 'a')).toEqual([undefined]);
    expect(await calls.size()).toMatchObject({ calls: 0 });
    expect(await calls.marks()).toEqual(new Map([...[['e1', 8] as const], ['e2', 4]]));
  });

  it('takes many at once', async () => {
    const { calls } = await open();
    const names = Array.from({ length: 2000 }, (_, index) => `call ${index}`);
    await calls.put(names.map((name, index) => call(name, { seq: index + 1 })));
    const all = await calls.find(names.map(hashText));
    expect(names.every((name, index) => all.get(hashText(name))?.seq === index + 1)).toBe(true);
  });
});

it('in IndexedDB and in memory is without the calls of a run that is removed', async () => {
  const stores = await openIdbStores({ name: 'calls-removed', now: () => 0 });
  await stores.executions.create(execution('e1'));
  await stores.calls.put([call('a'), call('b', { run: 'e2' })]);
  await stores.calls.mark('e1', 3);
  await stores.executions.remove('e1');
  expect(await found(stores.calls, 'a', 'b')).toEqual([undefined, call('b', { run: 'e2' })]);
  expect(await stores.calls.marks()).toEqual(new Map());
});

it('in IndexedDB is empty if it is of another version, and passes over a damaged record', async () => {
  const stores = await openIdbStores({ name: 'calls-version', now: () => 0 });
  await stores.calls.put([call('a'), call('b')]);
  await stores.calls.mark('e1', 3);
  const database = await openDatabase({ name: 'calls-version' });
  await database.put('calls', { ...call('b'), seq: 'three' } as never);
  expect(await found(stores.calls, 'a', 'b')).toEqual([call('a'), undefined]);
  await database.put('callMarks', 99, '');
  const { calls } = await openIdbStores({ name: 'calls-version', now: () => 0 });
  expect(await found(calls, 'a')).toEqual([undefined]);
  expect(await calls.marks()).toEqual(new Map());
});

it('in IndexedDB is found in another tab, also what was put there after that tab had begun to look', async () => {
  const one = await openIdbStores({ name: 'calls-tabs', now: () => 0 });
  const other = await openIdbStores({ name: 'calls-tabs', now: () => 0 });
  await one.calls.put([call('a')]);
  expect(await found(other.calls, 'a', 'b')).toEqual([call('a'), undefined]);
  await one.calls.put([call('b')]);
  await expect.poll(() => found(other.calls, 'a', 'b')).toEqual([call('a'), call('b')]);
});

it('in IndexedDB does not ask the database for what is not there', async () => {
  const { calls } = await openIdbStores({ name: 'calls-known', now: () => 0 });
  await calls.put([call('a')]);
  const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
  // Until it is known what is there, the database is asked.
  await expect
    .poll(async () => {
      transactions.mockClear();
      await found(calls, 'b', 'c');
      return transactions.mock.calls.length;
    })
    .toBe(0);
  expect(await found(calls, 'a', 'b')).toEqual([call('a'), undefined]);
  transactions.mockRestore();
});

describe('The index of calls in files', () => {
  const openFiles = (root = mkdtempSync(join(tmpdir(), 'heddle-calls-'))) => ({
    root,
    calls: openRunJournal(root, () => {}).calls,
  });
  const fileOf = (root: string, name: string) => join(root, '.calls', `${hashText(name).slice(0, 2)}.txt`);

  it('is read by another process at once, and is no run', async () => {
    const { root, calls } = openFiles();
    await calls.put([call('a')]);
    const other = openRunJournal(root, () => {});
    expect(await found(other.calls, 'a')).toEqual([call('a')]);
    expect(await other.ids()).toEqual([]);
    expect(await other.upkeep.orphans()).toEqual([]);
  });

  it('loses no more than the call whose line was torn', async () => {
    const { root, calls } = openFiles();
    await calls.put([call('a')]);
    const path = fileOf(root, 'a');
    const line = readFileSync(path, 'latin1').trim();
    writeFileSync(path, line.slice(0, -3));
    expect(await found(calls, 'a')).toEqual([undefined]);
    await calls.put([call('a', { seq: 5 })]);
    expect(await found(calls, 'a')).toEqual([call('a', { seq: 5 })]);
    appendFileSync(join(root, '.calls', 'runs.txt'), '17 e1');
    expect(await calls.marks()).toEqual(new Map());
    await calls.mark('e2', 4);
    expect(await calls.marks()).toEqual(new Map([['e2', 4]]));
  });

  it.each(['{"version":99}', 'what is this'])('is built anew where its version is %s', async (version) => {
    const { root, calls } = openFiles();
    await calls.put([call('a')]);
    await calls.mark('e1', 3);
    writeFileSync(join(root, '.calls', 'version.json'), version);
    const again = openFiles(root).calls;
    expect(await found(again, 'a')).toEqual([undefined]);
    expect(await again.marks()).toEqual(new Map());
    await again.put([call('a')]);
    expect(await found(openFiles(root).calls, 'a')).toEqual([call('a')]);
  });

  it('does not grow with calls that are put again and again', async () => {
    const { root, calls } = openFiles();
    for (let t = 1; t <= 3000; t += 1) await calls.put([call('a', { t })]);
    expect(readFileSync(fileOf(root, 'a'), 'latin1').length).toBeLessThan(140_000);
    expect(await found(calls, 'a')).toEqual([call('a', { t: 3000 })]);
    expect(readdirSync(join(root, '.calls')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
