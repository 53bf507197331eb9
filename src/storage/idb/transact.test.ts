import 'fake-indexeddb/auto';
import { deleteDB, openDB } from 'idb';
import { expect, it, vi } from 'vitest';
import { AppError } from '@/base/errors';
import { openDatabase } from './open-database';
import { openIdbStores } from './open-idb-stores';
import { transact } from './transact';

it('takes everything back when the work throws', async () => {
  const database = await openDatabase({ name: 'thrown' });
  const work = transact(database, ['settings'], 'readwrite', async (tx) => {
    await tx.store.put(1, 'a');
    throw new AppError('STALE_SAVE', 'Changed meanwhile.');
  });
  await expect(work).rejects.toMatchObject({ code: 'STALE_SAVE' });
  expect(await database.get('settings', 'a')).toBeUndefined();
});

it('says that the storage is full when the browser gives no more room', async () => {
  const stores = await openIdbStores({ name: 'full', now: () => 0 });
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError');
  });
  await expect(stores.settings.put('a', 1)).rejects.toMatchObject({ code: 'STORAGE_FULL', retryable: true });
  put.mockRestore();
  await stores.settings.put('a', 2);
  expect(await stores.settings.get('a')).toBe(2);
});

it('says so of a disk without room, too, which Chromium calls an unknown error', async () => {
  const stores = await openIdbStores({ name: 'disk', now: () => 0 });
  const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Internal error committing transaction.', 'UnknownError');
  });
  const full = { code: 'STORAGE_FULL', retryable: true, message: expect.stringContaining('disk') };
  await expect(stores.settings.put('a', 1)).rejects.toMatchObject(full);
  put.mockRestore();
  await stores.settings.put('a', 2);
});

it('opens a connection again that the browser has closed, once for all that wait', async () => {
  const database = await openDatabase({ name: 'closed' });
  const put = (value: number) => transact(database, ['settings'], 'readwrite', (tx) => tx.store.put(value, 'a'));
  await put(1);
  database.close();
  await Promise.all([put(2), put(3)]);
  database.close();
  expect(await transact(database, ['settings'], 'readonly', (tx) => tx.store.get('a'))).toBe(3);
});

it('does not make an empty database where the data was cleared, and says what to do', async () => {
  const database = await openDatabase({ name: 'cleared' });
  database.close();
  await deleteDB('cleared');
  const work = () => transact(database, ['settings'], 'readonly', (tx) => tx.store.get('a'));
  for (const _again of [1, 2]) {
    await expect(work()).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
      message: expect.stringContaining('was cleared'),
      advice: 'Reload the page.',
    });
  }
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('cleared');
});

it('leaves a database to the newer version that has taken it', async () => {
  const database = await openDatabase({ name: 'newer' });
  database.close();
  (await openDB('newer', database.version + 1)).close();
  const work = transact(database, ['settings'], 'readonly', (tx) => tx.store.get('a'));
  await expect(work).rejects.toMatchObject({
    code: 'STORAGE_FAILED',
    message: expect.stringContaining('newer version'),
    advice: 'Reload the page.',
  });
});
