import 'fake-indexeddb/auto';
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

it('says that the storage was closed when another tab needed it so, and what to do', async () => {
  const database = await openDatabase({ name: 'closed' });
  database.close();
  const work = transact(database, ['settings'], 'readonly', (tx) => tx.store.get('a'));
  await expect(work).rejects.toMatchObject({
    code: 'STORAGE_FAILED',
    message: expect.stringContaining('newer version'),
    advice: 'Reload the page.',
  });
});
