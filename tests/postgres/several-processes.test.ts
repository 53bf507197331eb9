import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPostgresStores, type PostgresStores } from '@/storage/postgres/open-postgres-stores';
import { completed, events, execution } from '@/storage/samples.testing';
import { type PostgresServer, startPostgres } from '../support/postgres';

let server: PostgresServer;
let one: PostgresStores;
let other: PostgresStores;

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());
beforeEach(async () => {
  const address = server.newAddress();
  [one, other] = await Promise.all([openPostgresStores(address), openPostgresStores(address)]);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all([one.end(), other.end()]);
});

/** Calls `meanwhile` between the moment at which the other process asks who holds a run, and what it does then. */
function afterLook(meanwhile: () => Promise<void>): void {
  const { holder } = other.locks;
  vi.spyOn(other.locks, 'holder').mockImplementation(async (id) => {
    const found = await holder(id);
    await meanwhile();
    return found;
  });
}

describe('what seems to be left by a crash', () => {
  it('is not what a process writes that has just taken the run', async () => {
    await one.sources.put('e1', { file: '/a.yaml', hash: 'h', folder: '/' });
    const ref = await one.blobs.put('e1', 'a prompt');
    afterLook(async () => {
      await one.locks.hold('e1');
    });
    expect(await other.upkeep.removeOrphans()).toEqual([]);
    await one.executions.create(execution('e1'));
    expect([await one.blobs.get('e1', ref), (await one.sources.get('e1'))?.file]).toEqual(['a prompt', '/a.yaml']);
  });

  it('is not a run that was created meanwhile', async () => {
    const ref = await one.blobs.put('e1', 'a prompt');
    afterLook(async () => {
      const hold = await one.locks.hold('e1');
      await one.executions.create(execution('e1'));
      if (hold.ok) hold.value.release();
      await vi.waitFor(async () => expect(await one.locks.holder('e1')).toBeUndefined());
    });
    expect(await other.upkeep.removeOrphans()).toEqual([]);
    expect(await one.blobs.get('e1', ref)).toBe('a prompt');
  });

  it('is not a payload of a run that has ended, while its process still writes it, nor once it is whole', async () => {
    await one.executions.create(execution('e1'));
    const hold = await one.locks.hold('e1');
    await one.events.append('e1', [...events(1, 3), completed(4)], 'strict');
    const writer = one.blobs.open('e1', { maxBytes: 1e9, compress: false });
    await writer.write(new Uint8Array(3_000_000));
    expect(await other.upkeep.orphans()).toEqual([]);
    if (hold.ok) hold.value.release();
    await vi.waitFor(async () => expect(await other.locks.holder('e1')).toBeUndefined());
    const found = { ref: '' };
    afterLook(async () => {
      found.ref = (await writer.close()).hash;
    });
    expect(await other.upkeep.removeOrphans()).toEqual([]);
    expect(await one.blobs.size('e1', found.ref)).toBe(3_000_000);
  });
});
