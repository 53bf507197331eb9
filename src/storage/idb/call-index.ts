import type { CallIndex, IndexedCall } from '@/engine/ports/call-index';
import { bytesOfCall, callIndexVersion, isNewerCall, isSameCall, parseIndexedCall, versionMark } from '../call-records';
import { KnownCalls } from './known-calls';
import type { HeddleDatabase } from './open-database';
import { transact } from './transact';

/** The index of calls in IndexedDB. It is opened at its first use, and emptied if it is of another version. */
export function createCallIndex(database: HeddleDatabase): CallIndex {
  const known = new KnownCalls(database);
  let opened: Promise<void> | undefined;
  const open = async () => {
    opened ??= clearOtherVersion(database);
    try {
      await opened;
    } catch (error) {
      opened = undefined;
      throw error;
    }
  };
  return {
    find: async (hashes) => {
      await open();
      const asked = hashes.filter((hash) => known.mayHave(hash));
      if (asked.length === 0) return new Map();
      const values: unknown[] = await transact(database, ['calls'], 'readonly', (tx) =>
        Promise.all(asked.map((hash) => tx.store.get(hash))),
      );
      return new Map(
        values.flatMap((value) => {
          const call = parseIndexedCall(value);
          return call === undefined ? [] : [[call.hash, call] as const];
        }),
      );
    },
    put: async (calls) => {
      await open();
      const newest = new Map<string, IndexedCall>();
      for (const call of calls) if (isNewerCall(call, newest.get(call.hash))) newest.set(call.hash, call);
      await transact(
        database,
        ['calls'],
        'readwrite',
        (tx) =>
          Promise.all(
            [...newest.values()].map(async (call) => {
              const before: unknown = await tx.store.get(call.hash);
              if (isNewerCall(call, parseIndexedCall(before))) await tx.store.put(call);
            }),
          ),
        'relaxed',
      );
      known.add([...newest.keys()]);
    },
    drop: async (dropped) => {
      await open();
      await transact(
        database,
        ['calls'],
        'readwrite',
        (tx) =>
          Promise.all(
            dropped.map(async (meant) => {
              const before: unknown = await tx.store.get(meant.hash);
              const call = parseIndexedCall(before);
              if (call === undefined || isSameCall(call, meant)) await tx.store.delete(meant.hash);
            }),
          ),
        'relaxed',
      );
    },
    marks: async () => {
      await open();
      const [runs, seqs] = await transact(database, ['callMarks'], 'readonly', (tx) =>
        Promise.all([tx.store.getAllKeys(), tx.store.getAll() as Promise<unknown[]>]),
      );
      return new Map(
        runs.flatMap((run, index) => {
          const seq = seqs[index];
          return run === versionMark || typeof seq !== 'number' ? [] : [[run, seq] as const];
        }),
      );
    },
    mark: async (run, lastSeq) => {
      await open();
      await transact(database, ['callMarks'], 'readwrite', (tx) => tx.store.put(lastSeq, run), 'relaxed');
    },
    size: async () => {
      await open();
      const calls = await transact(database, ['calls'], 'readonly', (tx) => tx.store.count());
      return { calls, bytes: calls * bytesOfCall };
    },
    empty: async () => {
      await open();
      await transact(database, ['calls'], 'readwrite', (tx) => tx.store.clear());
    },
  };
}

async function clearOtherVersion(database: HeddleDatabase): Promise<void> {
  await transact(database, ['calls', 'callMarks'], 'readwrite', async (tx) => {
    const marks = tx.objectStore('callMarks');
    const version: unknown = await marks.get(versionMark);
    if (version === callIndexVersion) return;
    await Promise.all([tx.objectStore('calls').clear(), marks.clear()]);
    await marks.put(callIndexVersion, versionMark);
  });
}
