import {
  createIterationMatcher,
  type IterationLog,
  type IterationPage,
  type IterationQuery,
} from '@/run/iteration-log';
import { parseIterationLog, parseReadableIteration } from '../iteration-records';
import type { IterationStore } from '../stores';
import type { HeddleDatabase } from './open-database';
import { createKeysRange, transact } from './transact';

/** The most records that one call examines. */
const mostLookedAt = 2000;

/** Iterations in IndexedDB. Appends to the log write them. */
export function createIterationStore(database: HeddleDatabase): IterationStore {
  return {
    find: (id, query) => findIterations(database, id, query),
    get: async (id) => {
      const [, run, ordinal] = /^(.*)-iter-(\d+)$/s.exec(id) ?? [];
      if (run === undefined) return undefined;
      const value: unknown = await transact(database, ['iterationLogs'], 'readonly', (tx) =>
        tx.store.get([run, Number(ordinal)]),
      );
      return value === undefined ? undefined : parseIterationLog(value, `iteration ${ordinal} of run ${run}`);
    },
    remove: (id) =>
      transact(database, ['iterationLogs'], 'readwrite', async (tx) => {
        const count = await tx.store.count(createKeysRange(id));
        await tx.store.delete(createKeysRange(id));
        return count;
      }),
  };
}

async function findIterations(database: HeddleDatabase, id: string, query: IterationQuery): Promise<IterationPage> {
  const { exitCode, direction, limit } = query;
  const forward = direction === 'forward';
  const from = query.from ?? (forward ? 1 : Number.POSITIVE_INFINITY);
  const [first, last] = forward ? [from, Number.POSITIVE_INFINITY] : [0, from];
  const matches = createIterationMatcher(query);
  return transact(database, ['iterationLogs'], 'readonly', async (tx): Promise<IterationPage> => {
    const iterations: IterationLog[] = [];
    const failed = exitCode === 0 ? 0 : 1;
    const way = forward ? 'next' : 'prev';
    let cursor =
      exitCode === undefined
        ? await tx.store.openCursor(IDBKeyRange.bound([id, first], [id, last]), way)
        : await tx.store.index('failed').openCursor(IDBKeyRange.bound([id, failed, first], [id, failed, last]), way);
    for (let lookedAt = 0; cursor !== null; lookedAt += 1) {
      const [, ordinal] = cursor.primaryKey;
      const log = parseReadableIteration(cursor.value, ordinal);
      const isWanted = log !== undefined && matches(log);
      if ((isWanted && iterations.length >= limit) || lookedAt >= mostLookedAt) return { iterations, next: ordinal };
      if (isWanted) iterations.push(log);
      cursor = await cursor.continue();
    }
    return { iterations, next: null };
  });
}
