import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { emptyPlan, events, execution, save } from '../samples.testing';
import type { Stores } from '../stores';
import { openIdbStores } from './open-idb-stores';

let databases = 0;
let name: string;
let stores: Stores;

beforeEach(async () => {
  databases += 1;
  name = `damaged-${databases}`;
  stores = await openIdbStores({ name, now: () => 0 });
});

/** Changes a record without the stores. */
async function damage(store: string, key: IDBValidKey, change: (record: Record<string, unknown>) => object) {
  const database = await openDB(name);
  const keyed = database.transaction(store).store.keyPath === null;
  const record = change(await database.get(store, key));
  await database.put(store, record, keyed ? key : undefined);
  database.close();
}

describe('a damaged workflow', () => {
  it('stays in the list under a name that says so, beside the others', async () => {
    for (const id of ['w1', 'w2']) await stores.workflows.save(save(id));
    await damage('workflows', 'w1', ({ id }) => ({ id, name: 7 }));
    expect((await stores.workflows.list()).map((workflow) => workflow.name)).toEqual([
      'Workflow w2',
      'Damaged workflow w1',
    ]);
    await expect(stores.workflows.load('w1')).rejects.toMatchObject({
      code: 'DAMAGED_RECORD',
      details: { record: 'workflow w1' },
    });
    await stores.workflows.remove('w1');
    expect(await stores.workflows.list()).toHaveLength(1);
  });

  it('is refused by name when its text is gone', async () => {
    await stores.workflows.save(save('w1'));
    await damage('revisions', ['w1', 1], ({ text: _text, ...rest }) => rest);
    await expect(stores.workflows.load('w1')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });

  it('opens without undo when only its history is damaged', async () => {
    await stores.workflows.save(save('w1'));
    await damage('histories', 'w1', () => ({ past: 'x' }));
    expect(await stores.workflows.load('w1')).toMatchObject({
      text: save('w1').text,
      history: { past: [], future: [] },
    });
  });
});

it('refuses a damaged file by its path, and lists the others', async () => {
  await stores.files.write('w1', [
    { path: '/a', content: new Uint8Array([1]) },
    { path: '/b', content: new Uint8Array([2]) },
  ]);
  await damage('files', ['w1', '/a'], (record) => ({ ...record, content: 'text' }));
  await expect(stores.files.read('w1', '/a')).rejects.toMatchObject({
    code: 'DAMAGED_RECORD',
    details: { record: 'the file /a' },
  });
  expect(await stores.files.read('w1', '/b')).toEqual(new Uint8Array([2]));
});

describe('a damaged run', () => {
  it('does not hide the others', async () => {
    for (const id of ['e1', 'e2']) await stores.executions.create(execution(id));
    await damage('executions', 'e1', (record) => ({ ...record, totals: null }));
    expect((await stores.executions.list('w1')).map((run) => run.id)).toEqual(['e2']);
    expect((await stores.executions.unfinished()).map((run) => run.id)).toEqual(['e2']);
    await expect(stores.executions.get('e1')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });

  it('is refused when its plan cannot be unpacked, or is of a newer version', async () => {
    await stores.executions.create(execution('e1'));
    await damage('blobs', ['e1', emptyPlan.hash], (record) => ({ ...record, gzip: new Uint8Array([1, 2, 3]) }));
    const plan = { ...emptyPlan, planVersion: 99 as unknown as typeof emptyPlan.planVersion };
    await stores.executions.create(execution('e2', { plan }));
    // These stores still hold the plan that was not damaged then.
    expect((await stores.executions.get('e1'))?.plan).toBe(emptyPlan);
    const others = await openIdbStores({ name, now: () => 0 });
    await expect(others.executions.get('e1')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    await expect(others.executions.get('e2')).rejects.toMatchObject({ code: 'NEWER_VERSION' });
  });

  it.each([
    ['of which a page is gone', () => undefined, true, 1],
    ['of which a packed page was changed', () => new Uint8Array([1, 2, 3]), true, 1],
    ['of which a page lost bytes', (data: Uint8Array) => data.slice(1), false, 1],
    // Only reading the whole payload detects this.
    ['of which a page was changed', (data: Uint8Array) => data.map((byte) => byte ^ 1), false, 0],
  ])('does not give out a payload %s', async (_what, change, compress, from) => {
    const writer = stores.blobs.open('e1', { maxBytes: 1e9, compress });
    await writer.write(new TextEncoder().encode('a long text '.repeat(60_000)));
    const { hash } = await writer.close();
    const database = await openDB(name);
    const [record] = (await database.getAll('blobPages')).filter(({ page }) => page === 1);
    const data = change(record.data);
    if (data === undefined) await database.delete('blobPages', ['e1', record.upload, 1]);
    else await database.put('blobPages', { ...record, data });
    database.close();
    await expect(stores.blobs.get('e1', hash)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    const readOn = async () => {
      for await (const _page of (await stores.blobs.stream('e1', hash, from)) ?? []);
    };
    await expect(readOn()).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });

  it.each([
    ['are no JSON', '[{', 'DAMAGED_RECORD'],
    ['are no events', '[{"v":1,"seq":1}]', 'DAMAGED_RECORD'],
    ['are not those that the record names', JSON.stringify([...events(1, 1), ...events(3, 3)]), 'DAMAGED_RECORD'],
    ['are of a newer version', JSON.stringify(events(1, 1).map((event) => ({ ...event, v: 99 }))), 'NEWER_VERSION'],
  ])('is refused when its events %s', async (_what, json, code) => {
    await stores.executions.create(execution('e1'));
    await stores.events.append('e1', events(1, 2), 'strict');
    await damage('events', ['e1', 1], (record) => ({ ...record, json }));
    await expect(stores.events.read('e1')).rejects.toMatchObject({ code });
  });

  it('is refused when events in the middle are gone', async () => {
    await stores.executions.create(execution('e1'));
    for (const seq of [1, 2, 3]) await stores.events.append('e1', events(seq, seq), 'strict');
    const database = await openDB(name);
    await database.delete('events', ['e1', 2]);
    database.close();
    await expect(stores.events.read('e1')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });
});
