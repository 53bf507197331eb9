import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { err, ok, type Result } from '@/base/result';
import type { RunHold, RunHolder, RunLocks } from '../run-locks';
import type { PostgresDatabase } from './open-database';
import type { PostgresSession } from './session';
import { sendQuery } from './transact';

/** How often a lock is tried while waiting for it, in ms. */
const interval = 100;

interface Held {
  readonly lost: AbortController;
  isTaken: boolean;
}

/** Locks of runs in PostgreSQL, and the numbers under which this process holds them. */
export interface PostgresLocks extends RunLocks {
  readonly numbers: ReadonlyMap<string, number>;
  /** Resolves once everything that was let go of is free. */
  settled(): Promise<void>;
}

/**
 * Locks of the session of this process: they end with it, whatever ends it. Each that takes a run gets a number, one
 * higher than the last; appends under a lower one are refused. After the connection was lost, a run is taken again if
 * nobody else has taken it meanwhile, under the same number; else the hold is lost. None can be stolen.
 */
export function createPostgresLocks(database: PostgresDatabase, session: PostgresSession): PostgresLocks {
  const held = new Map<string, Held>();
  const numbers = new Map<string, number>();
  const leaving = new Map<string, Promise<void>>();
  const own = `process ${process.pid} on ${hostname()}`;
  const getLockKey = (id: string) => buildLockKey(database.schema, id);

  session.onOpen(async (client, again) => {
    if (!again) return;
    for (const [id, hold] of held) {
      if (!hold.isTaken) continue;
      const stillOurs = async () => {
        const { rows } = await client.query('SELECT number FROM owners WHERE execution_id = $1', [id]);
        return rows[0]?.number === numbers.get(id);
      };
      // The server may still have the lock for the connection that broke; nobody has it who has a higher number.
      for (;;) {
        const isOurs = await stillOurs();
        const { rows } = isOurs
          ? await client.query('SELECT pg_try_advisory_lock($1::bigint) AS taken', [getLockKey(id)])
          : { rows: [] };
        const isTaken = rows[0]?.taken === true;
        if (isTaken && hold.isTaken && (await stillOurs())) break;
        if (isTaken) await client.query('SELECT pg_advisory_unlock($1::bigint)', [getLockKey(id)]);
        if (!isOurs || isTaken) {
          if (held.get(id) === hold) held.delete(id);
          hold.lost.abort();
          break;
        }
        await setTimeout(interval);
      }
    }
  });

  async function takeLock(id: string): Promise<RunHolder | undefined> {
    const number = await session.use(async (send) => {
      const [row] = await send('SELECT pg_try_advisory_lock($1::bigint) AS taken', [getLockKey(id)]);
      if (row?.['taken'] !== true) return undefined;
      // It waits for an append of the owner before, which then is either in the log or refused.
      const [owner] = await send(
        `WITH owner AS (
          INSERT INTO owners (execution_id, number, name) VALUES ($1, 1, $2)
          ON CONFLICT (execution_id) DO UPDATE SET number = owners.number + 1, name = excluded.name RETURNING number
        ), head AS (
          UPDATE executions SET owner = (SELECT number FROM owner) WHERE id = $1
        ) SELECT number FROM owner`,
        [id, own],
      );
      return Number(owner?.['number']);
    });
    if (number === undefined) return (await holderInDatabase(id)) ?? another;
    numbers.set(id, number);
    return undefined;
  }

  async function hold(id: string): Promise<Result<RunHold, RunHolder>> {
    await leaving.get(id);
    if (held.has(id)) return err(createNamedHolder(own));
    const entry: Held = { lost: new AbortController(), isTaken: false };
    // A session can take its own lock twice.
    held.set(id, entry);
    const other = await takeLock(id).catch(async (error: unknown) => {
      await unlock(id);
      held.delete(id);
      throw error;
    });
    if (other !== undefined) {
      held.delete(id);
      return err(other);
    }
    entry.isTaken = true;
    const releaseLock = () => {
      if (held.get(id) !== entry || !entry.isTaken) return;
      entry.isTaken = false;
      leaving.set(
        id,
        letGo(id).finally(() => leaving.delete(id)),
      );
    };
    return ok({ release: releaseLock, lost: entry.lost.signal });
  }

  async function letGo(id: string): Promise<void> {
    await unlock(id);
    held.delete(id);
    numbers.delete(id);
  }

  function unlock(id: string): Promise<void> {
    return session.undo('SELECT pg_advisory_unlock($1::bigint)', [getLockKey(id)]);
  }

  async function holderInDatabase(id: string): Promise<RunHolder | undefined> {
    const [row] = await sendQuery(
      database,
      `SELECT (SELECT name FROM owners WHERE execution_id = $1) AS name FROM pg_locks
        WHERE locktype = 'advisory' AND objsubid = 1 AND granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND ((classid::bigint << 32) | objid::bigint) = $2::bigint`,
      [id, getLockKey(id)],
    );
    if (row === undefined) return undefined;
    return typeof row['name'] === 'string' ? createNamedHolder(row['name']) : another;
  }

  return {
    numbers,
    hold: async (id, waitMs = 0) => {
      const end = performance.now() + waitMs;
      for (;;) {
        const taken = await hold(id);
        if (taken.ok || performance.now() >= end) return taken;
        await setTimeout(interval);
      }
    },
    steal: hold,
    holder: async (id) => (held.has(id) ? createNamedHolder(own) : holderInDatabase(id)),
    settled: async () => {
      await Promise.all(leaving.values());
    },
  };
}

const another: RunHolder = { name: 'another process', advice: 'Stop it there first.' };

function createNamedHolder(name: string): RunHolder {
  return { name, advice: 'Stop it there first.' };
}

/** The number of the lock of a run: 64 bits of a hash, so that no two runs share one. */
function buildLockKey(schema: string, id: string): string {
  return createHash('sha256').update(`${schema}\0${id}`).digest().readBigInt64BE().toString();
}
