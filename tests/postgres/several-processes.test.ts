import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPostgresStores, type PostgresStores } from '@/storage/postgres/open-postgres-stores';
import { completed, events, execution } from '@/storage/samples.testing';
import { type PostgresServer, startPostgres } from '../support/postgres';
import { type LossyProxy, startLossyProxy } from './lossy-proxy';
import { endConnections } from './served-store';

let server: PostgresServer;
let one: PostgresStores;
let other: PostgresStores;
/** Before the database, for the first process alone. */
let proxy: LossyProxy;
let address: string;

beforeAll(async () => {
  server = await startPostgres();
  proxy = await startLossyProxy(Number(new URL(server.newAddress()).port));
});
afterAll(() => {
  proxy.close();
  server.stop();
});
beforeEach(async () => {
  address = server.newAddress();
  [one, other] = await Promise.all([openPostgresStores(proxy.through(address)), openPostgresStores(address)]);
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
      await expect.poll(() => one.locks.holder('e1')).toBeUndefined();
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
    await expect.poll(() => other.locks.holder('e1')).toBeUndefined();
    const found = { ref: '' };
    afterLook(async () => {
      found.ref = (await writer.close()).hash;
    });
    expect(await other.upkeep.removeOrphans()).toEqual([]);
    expect(await one.blobs.size('e1', found.ref)).toBe(3_000_000);
  });
});

describe('a connection that is lost', () => {
  it('with the answer to an append: it is not written twice', async () => {
    await one.executions.create(execution('e1'));
    await one.locks.hold('e1');
    // The first one is a transaction, the others are one statement each.
    for (const seq of [1, 3, 5, 7]) {
      proxy.loseNextCommit();
      await one.events.append('e1', events(seq, seq + 1), 'strict');
    }
    await one.events.append('e1', [completed(9)], 'strict');
    expect(proxy.lost).toBe(4);
    expect((await other.events.read('e1')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(await other.executions.get('e1')).toMatchObject({ status: 'completed', lastSeq: 9 });
  });

  it('with the lock: it is taken again, and its owner goes on', async () => {
    await one.executions.create(execution('e1'));
    const hold = await one.locks.hold('e1');
    for (const seq of [1, 3, 5]) {
      await endConnections(address);
      await one.events.append('e1', events(seq, seq + 1), 'strict');
      await expect.poll(async () => (await other.locks.holder('e1'))?.name).toMatch(/^process \d+ on /);
      expect((await other.locks.hold('e1')).ok).toBe(false);
    }
    expect(hold.ok && hold.value.lost.aborted).toBe(false);
    if (hold.ok) hold.value.release();
    expect((await other.locks.hold('e1', 10_000)).ok).toBe(true);
  });

  it('with the lock, and another process takes the run: its owner hears of it, and can write nothing more', {
    repeats: 60,
  }, async () => {
    await one.executions.create(execution('e1'));
    const hold = await one.locks.hold('e1');
    await one.events.append('e1', events(1, 2), 'strict');
    proxy.cut();
    expect((await other.locks.hold('e1', 10_000)).ok).toBe(true);
    const late = one.events.append('e1', events(3, 4), 'strict');
    const settled = late.catch((error: unknown) => error);
    await other.events.append('e1', events(3, 3), 'strict');
    proxy.open();
    expect(await settled).toMatchObject({ message: expect.stringContaining('taken over run e1') });
    await expect.poll(() => hold.ok && hold.value.lost.aborted).toBe(true);
    await other.events.append('e1', [completed(4)], 'strict');
    expect((await one.events.read('e1')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  });

  it('a run that is let go of meanwhile is free, also once the connection stands again', async () => {
    await one.executions.create(execution('e1'));
    await one.locks.hold('e2');
    const hold = await one.locks.hold('e1');
    proxy.cut();
    if (hold.ok) hold.value.release();
    proxy.open();
    await expect.poll(async () => (await other.locks.holder('e2'))?.name).toMatch(/^process/);
    expect((await other.locks.hold('e1')).ok).toBe(true);
  });

  it('for good: a process ends all the same', async () => {
    await one.locks.hold('e1');
    proxy.cut();
    await one.end();
    proxy.open();
  });
});

it('what does not follow the last event is refused to who holds the run, and what others did to it is seen', async () => {
  await one.executions.create(execution('e1'));
  await one.locks.hold('e1');
  for (const seq of [1, 3]) await one.events.append('e1', events(seq, seq + 1), 'strict');
  for (const seq of [3, 4, 6]) await expect(one.events.append('e1', events(seq, seq + 1), 'strict')).rejects.toThrow();
  await one.events.append('e1', events(5, 6), 'strict');
  expect(await other.events.cut('e1', 4)).toBe(2);
  await expect(one.events.append('e1', events(7, 7), 'strict')).rejects.toThrow();
  await one.events.append('e1', [...events(5, 5), completed(6)], 'strict');
  expect((await other.events.read('e1')).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await other.executions.get('e1')).toMatchObject({ status: 'completed', lastSeq: 6 });
});

it('the files of a run go with it', async () => {
  for (const id of ['e1', 'e2']) {
    await one.executions.create(execution(id));
    await one.files.write(id, [{ path: 'a.txt', content: new Uint8Array([1]) }]);
  }
  await other.executions.remove('e1');
  expect([await one.files.list('e1'), await one.files.list('e2')]).toEqual([[], [{ path: '/a.txt', bytes: 1 }]]);
});

describe('news', () => {
  it('of a run come from one process to another, also after a connection was lost', async () => {
    await one.executions.create(execution('e1'));
    const heard: (string | undefined)[] = [];
    const stop = other.news.watch((id) => heard.push(id));
    await expect.poll(() => heard).toEqual([undefined]);
    await one.events.append('e1', events(1, 2), 'strict');
    // A look without news names no run.
    await expect.poll(() => heard, { interval: 5 }).toContain('e1');
    heard.splice(0);
    await endConnections(address);
    // What happened meanwhile is not known, so that all are looked at.
    await expect.poll(() => heard).toContain(undefined);
    await one.events.append('e1', events(3, 4), 'strict');
    await expect.poll(() => heard).toContain('e1');
    stop();
  });
});
