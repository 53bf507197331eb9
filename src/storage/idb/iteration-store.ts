import { AppError } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import {
  type IterationLog,
  type IterationPage,
  type IterationQuery,
  iterationMatcher,
  iterationOf,
} from '@/run/iteration-log';
import { readEvent } from '../event-chunk';
import { type IterationRecord, recordSchemas } from '../records';
import type { IterationStore } from '../stores';
import type { HeddleDatabase } from './open-database';
import { keysUnder, transact } from './transact';

/** The most records that one call examines. */
const mostLookedAt = 2000;

/** Iterations in IndexedDB. Appends to the log write them. */
export function createIterationStore(database: HeddleDatabase): IterationStore {
  return {
    find: (id, query) => find(database, id, query),
    get: async (id) => {
      const [, run, ordinal] = /^(.*)-iter-(\d+)$/s.exec(id) ?? [];
      if (run === undefined) return undefined;
      const value: unknown = await transact(database, ['iterationLogs'], 'readonly', (tx) =>
        tx.store.get([run, Number(ordinal)]),
      );
      return value === undefined ? undefined : logOf(value, `iteration ${ordinal} of run ${run}`);
    },
    remove: (id) =>
      transact(database, ['iterationLogs'], 'readwrite', async (tx) => {
        const count = await tx.store.count(keysUnder(id));
        await tx.store.delete(keysUnder(id));
        return count;
      }),
  };
}

/** The records of the iterations among events. */
export function iterationRecords(executionId: string, events: readonly RunEvent[]): IterationRecord[] {
  return events.flatMap((event) => {
    if (event.kind !== 'iteration.logged' || event.data.ordinal === undefined) return [];
    const { ordinal, exitCode } = event.data;
    return { executionId, ordinal, seq: event.seq, failed: exitCode === 0 ? 0 : 1, event: JSON.stringify(event) };
  });
}

/**
 * A record as an iteration; undefined if it is damaged or comes from events without iterations. Throws
 * `DAMAGED_RECORD`, `NEWER_VERSION`.
 */
export function logOf(value: unknown, what: string): IterationLog | undefined {
  const record = recordSchemas.iteration.safeParse(value);
  const event = readEvent(record.success ? parsed(record.data.event) : undefined, what);
  if (!record.success || event.kind !== 'iteration.logged') return undefined;
  return iterationOf(record.data.executionId, event);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

async function find(database: HeddleDatabase, id: string, query: IterationQuery): Promise<IterationPage> {
  const { exitCode, direction, limit } = query;
  const forward = direction === 'forward';
  const from = query.from ?? (forward ? 1 : Number.POSITIVE_INFINITY);
  const [first, last] = forward ? [from, Number.POSITIVE_INFINITY] : [0, from];
  const matches = iterationMatcher(query);
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
      const log = readable(cursor.value, ordinal);
      const isWanted = log !== undefined && matches(log);
      if ((isWanted && iterations.length >= limit) || lookedAt >= mostLookedAt) return { iterations, next: ordinal };
      if (isWanted) iterations.push(log);
      cursor = await cursor.continue();
    }
    return { iterations, next: null };
  });
}

/** A record as an iteration; undefined if it is damaged, so that it does not hide the others. */
function readable(value: unknown, ordinal: number): IterationLog | undefined {
  try {
    return logOf(value, `iteration ${ordinal}`);
  } catch (error) {
    if (error instanceof AppError && error.code === 'DAMAGED_RECORD') return undefined;
    throw error;
  }
}
