import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BlobStore } from '@/engine/ports/blob-store';
import { createBlobStore } from './blob-store';
import { createExecutionStore } from './execution-store';
import { type HeddleDatabase, openDatabase } from './open-database';
import { createRunSizes } from './run-sizes';

let database: HeddleDatabase;
let blobs: BlobStore;
/** Bytes that compression does not make smaller. */
const noise = (bytes: number) =>
  Uint8Array.from({ length: bytes }, (_, n) => Math.imul(n ^ (n >>> 7), 2_654_435_761) >>> 13);

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  database = await openDatabase();
  blobs = createBlobStore(database, createRunSizes());
});
afterEach(() => {
  vi.restoreAllMocks();
  database.close();
  vi.unstubAllGlobals();
});

async function storedBytes(): Promise<number> {
  const pages = await database.getAll('blobPages');
  return pages.reduce((sum, { data }) => sum + data.buffer.byteLength, 0);
}

describe('a payload on its way into IndexedDB', () => {
  it('is not said to be stored if its record cannot be written', async () => {
    const sizes = createRunSizes();
    const add = vi.spyOn(sizes, 'add');
    const open = database.transaction.bind(database);
    vi.spyOn(database, 'transaction').mockImplementation(((names: ['blobs'], mode: 'readonly') => {
      if (mode !== 'readonly') throw new Error('The disk is full.');
      return open(names, mode);
    }) as never);
    await expect(createBlobStore(database, sizes).put('e1', 'short')).rejects.toThrow();
    expect(add).not.toHaveBeenCalled();
  });

  it('takes no more of the disk than is kept of it, however long it is', async () => {
    const maxBytes = 160_000;
    for (const compress of [true, false]) {
      const writer = blobs.open('e1', { maxBytes, compress });
      for (let n = 0; n < 40; n += 1) {
        await writer.write(noise(30_000 + n));
        expect(await storedBytes()).toBeLessThan(1.2 * maxBytes);
      }
      const { hash } = await writer.close();
      expect(await storedBytes()).toBeLessThan(1.1 * maxBytes);
      await blobs.remove('e1', hash);
      expect(await storedBytes()).toBe(0);
    }
  });

  it('is nothing that can be read after a crash in the middle, keeps no later one away, and goes with its run', async () => {
    const text = noise(700_000);
    await blobs.open('e1', { maxBytes: 1e9, compress: true }).write(text);
    await expect.poll(() => database.count('blobPages')).toBe(2);
    const left = await storedBytes();
    const next = createBlobStore(database, createRunSizes());
    const writer = next.open('e1', { maxBytes: 1e9, compress: true });
    await writer.write(text);
    const { hash } = await writer.close();
    expect(await next.size('e1', hash)).toBe(text.length);
    await blobs.remove('e1', hash);
    expect(await storedBytes()).toBe(left);
    await createExecutionStore(database).remove('e1');
    expect(await storedBytes()).toBe(0);
  });

  it('leaves nothing when the storage is full in the middle of it', async () => {
    const put = IDBObjectStore.prototype.put;
    let room = 2;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (room-- <= 0) throw new DOMException('No room.', 'QuotaExceededError');
      return put.apply(this, args);
    });
    const writer = blobs.open('e1', { maxBytes: 1e9, compress: true });
    const write = async () => {
      for (let n = 0; n < 10; n += 1) await writer.write(noise(200_000));
    };
    await expect(write()).rejects.toMatchObject({ code: 'STORAGE_FULL', retryable: true });
    await expect(writer.close()).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await writer.abort();
    expect(await storedBytes()).toBe(0);
    expect(await database.count('blobs')).toBe(0);
  });

  it('reads no pages but those that are asked for', async () => {
    const writer = blobs.open('e1', { maxBytes: 1e9, compress: true });
    await writer.write(noise(1_000_000));
    const { hash } = await writer.close();
    const read = vi.spyOn(IDBObjectStore.prototype, 'get');
    for await (const page of (await blobs.stream('e1', hash, 999_990)) ?? []) expect(page.length).toBe(10);
    expect(read.mock.calls).toHaveLength(2);
  });
});
