import 'fake-indexeddb/auto';
import { gzipSync } from 'node:zlib';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hashText } from '@/base/hash';
import { emptyPlan, events, execution, iteration } from '../samples.testing';
import { createBlobStore } from './blob-store';
import { listCheckpoints, nameRevision, readText } from './checkpoints';
import { createFileRepository } from './file-repository';
import { migrations } from './migrations';
import { openDatabase } from './open-database';
import { openIdbStores } from './open-idb-stores';
import { createRunSizes } from './run-sizes';

const today = {
  blobPages: { key: ['executionId', 'upload', 'page'], indexes: [] },
  blobs: { key: ['executionId', 'hash'], indexes: ['upload'] },
  callMarks: { key: null, indexes: [] },
  calls: { key: 'hash', indexes: ['run'] },
  checkpoints: { key: ['executionId', 'seq', 'part'], indexes: [] },
  definitions: { key: ['name', 'version'], indexes: [] },
  events: { key: ['executionId', 'firstSeq'], indexes: [] },
  executions: { key: 'id', indexes: ['startedAt', 'status', 'workflowId'] },
  files: { key: ['workflowId', 'path'], indexes: ['size'] },
  histories: { key: null, indexes: [] },
  iterationLogs: { key: ['executionId', 'ordinal'], indexes: ['failed'] },
  revisions: { key: ['workflowId', 'revision'], indexes: ['imported', 'named', 'savedAt'] },
  secrets: { key: null, indexes: [] },
  segments: { key: ['executionId', 'firstSeq'], indexes: [] },
  setAside: { key: ['executionId', 'n'], indexes: [] },
  settings: { key: null, indexes: [] },
  workflows: { key: 'id', indexes: [] },
};

beforeEach(() => vi.stubGlobal('indexedDB', new IDBFactory()));
afterEach(() => vi.unstubAllGlobals());

/** A database as that version of Heddle left it. */
async function leave(version: number) {
  const database = await openDB('heddle', version, {
    upgrade: (plain, _from, _to, transaction) => {
      for (const step of migrations) if (step.to <= version) step.up(plain, transaction);
    },
  });
  database.close();
}

describe('openDatabase', () => {
  it.each([0, ...migrations.map((step) => step.to)])('brings a database of version %i up to date', async (version) => {
    if (version > 0) await leave(version);
    const database = await openDatabase();
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores);
    const form = stores.map((name) => {
      const store = transaction.objectStore(name);
      return [name, { key: store.keyPath, indexes: [...store.indexNames] }];
    });
    expect(Object.fromEntries(form)).toEqual(today);
    database.close();
  });

  it('keeps the saved states of version 1, which had no names, and lets them be named', async () => {
    await leave(1);
    const old = await openDB('heddle');
    const state = { workflowId: 'w1', revision: 3, savedAt: '2026-11-01T10:00:00.000Z', text: 'name: x\n' };
    await old.put('revisions', state);
    old.close();
    const database = await openDatabase();
    expect(await listCheckpoints(database, 'w1')).toEqual([]);
    expect(await nameRevision(database, 'w1', 3, 'Before names')).toBe(true);
    expect(await listCheckpoints(database, 'w1')).toEqual([
      { revision: 3, name: 'Before names', savedAt: state.savedAt },
    ]);
    expect(await readText(database, 'w1', 3)).toBe(state.text);
    database.close();
  });

  it('keeps the workflows of version 2, which had no files, and lets them have some', async () => {
    await leave(2);
    const old = await openDB('heddle');
    const head = { id: 'w1', name: 'Old', updatedAt: '2026-11-01T10:00:00.000Z', taskCount: 0, revision: 1 };
    await old.put('workflows', head);
    old.close();
    const database = await openDatabase();
    const files = createFileRepository(database);
    expect(await files.list('w1')).toEqual([]);
    await files.write('w1', [{ path: '/a.md', content: new Uint8Array([1, 2]) }]);
    expect(await files.list('w1')).toEqual([{ path: '/a.md', bytes: 2 }]);
    expect(await database.get('workflows', 'w1')).toEqual(head);
    database.close();
  });

  it('keeps the payloads of version 3, which were in one piece, and lets them be written in pages', async () => {
    await leave(3);
    const old = await openDB('heddle');
    const text = 'in one piece – '.repeat(10_000);
    const hash = hashText(text);
    await old.put('blobs', { executionId: 'e1', hash, gzip: new Uint8Array(gzipSync(text)) });
    old.close();
    const database = await openDatabase();
    const blobs = createBlobStore(database, createRunSizes());
    expect(await blobs.get('e1', hash)).toBe(text);
    expect(await blobs.size('e1', hash)).toBe(Buffer.byteLength(text));
    const parts: Uint8Array[] = [];
    for await (const part of (await blobs.stream('e1', hash, 100_000)) ?? []) parts.push(part);
    expect(Buffer.concat(parts)).toEqual(Buffer.from(text).subarray(100_000));
    const writer = blobs.open('e1', { maxBytes: 1e9, compress: true });
    await writer.write(Buffer.from(text));
    expect((await writer.close()).hash).toBe(hash);
    expect(await database.count('blobPages')).toBe(0);
    database.close();
  });

  it('keeps the runs of version 4, and lets them go on with all that runs have now', async () => {
    await leave(4);
    const old = await openDB('heddle');
    const { plan: _plan, iterations: _iterations, ...head } = execution('e1', { lastSeq: 3 });
    await old.put('executions', { ...head, planHash: emptyPlan.hash });
    await old.put('blobs', { executionId: 'e1', hash: emptyPlan.hash, gzip: gzipSync(JSON.stringify(emptyPlan)) });
    const paged = { executionId: 'e1', hash: 'h', upload: 'u', compressed: true, pages: [[0, 5]] };
    await old.put('blobs', paged);
    // As the engine of that version wrote them: events of version 1, with only the summary fields of that version.
    const written = events(1, 3).map((event) => ({ ...event, v: 1 as const }));
    const { from, to } = { from: written[0]?.t, to: written[2]?.t };
    const chunk = { executionId: 'e1', firstSeq: 1, lastSeq: 3, kinds: ['resource.warning'], from, to };
    await old.put('events', { ...chunk, json: JSON.stringify(written) });
    old.close();
    const stores = await openIdbStores({ now: () => 0 });
    expect(await stores.executions.get('e1')).toEqual(execution('e1', { lastSeq: 3 }));
    expect(await stores.events.read('e1')).toEqual(written);
    await stores.events.append('e1', [...events(4, 4), iteration(5, 1)], 'strict');
    const failed = { filter: { taskPath: 'a', text: 'EVENT' }, from: 9, direction: 'backward', limit: 3 } as const;
    expect((await stores.events.find('e1', failed)).events.map(({ seq }) => seq)).toEqual([4, 3, 2]);
    await stores.checkpoints.save('e1', { seq: 5, planHash: emptyPlan.hash, history: '{}', view: '[]' });
    expect((await stores.checkpoints.load('e1', 'view')).found).toMatchObject({ seq: 5, json: '[]' });
    expect(await stores.iterations.get('e1-iter-1')).toMatchObject({ ordinal: 1, seq: 5 });
    const database = await openDatabase();
    expect(await database.getAllKeysFromIndex('blobs', 'upload')).toEqual([['e1', 'h']]);
    database.close();
  });

  it('numbers the migrations without a gap, each with a reason', () => {
    expect(migrations.map((step) => step.to)).toEqual(migrations.map((_, index) => index + 1));
    expect(migrations.every((step) => step.why.length > 10)).toBe(true);
  });

  it('refuses a database of a newer version, and leaves it as it is', async () => {
    (
      await openDB('heddle', migrations.length + 1, { upgrade: (plain) => void plain.createObjectStore('new') })
    ).close();
    await expect(openDatabase()).rejects.toMatchObject({ code: 'NEWER_VERSION' });
    const untouched = await openDB('heddle');
    expect([...untouched.objectStoreNames]).toEqual(['new']);
    untouched.close();
  });

  it('says what to do when the browser refuses to open a storage', async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    });
    await expect(openDatabase()).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      advice: expect.stringContaining('private window'),
    });
  });

  it('gives way to a newer version in another tab, and fails from then on', async () => {
    const database = await openDatabase();
    const newer = await openDB('heddle', migrations.length + 1);
    expect(() => database.transaction('settings')).toThrow();
    newer.close();
  });

  it('gives up on a tab that does not give way, and does not stand in the way later', async () => {
    await leave(migrations.length);
    const stubborn = await openDB('heddle');
    const next = { to: migrations.length + 1, why: 'Planted for this test.', up: () => undefined };
    await expect(openDatabase({ steps: [...migrations, next], patience: 0 })).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      advice: expect.stringContaining('Close the other tabs'),
    });
    stubborn.close();
    const database = await openDatabase({ steps: [...migrations, next, { ...next, to: next.to + 1 }] });
    expect(database.version).toBe(migrations.length + 2);
    database.close();
  });
});
