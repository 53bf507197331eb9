import type { CallIndex, IndexedCall } from '@/engine/ports/call-index';
import { bytesOfCall, callIndexVersion, isNewerCall, parseIndexedCall, versionMark } from '../call-records';
import type { PostgresDatabase } from './open-database';
import { type Row, sendQuery, transact } from './transact';

/** The index of calls in PostgreSQL. It is opened at its first use, and emptied if it is of another version. */
export function createCallIndex(database: PostgresDatabase): CallIndex {
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
  const send = async (statement: string, values: readonly unknown[] = []) => {
    await open();
    return sendQuery(database, statement, values);
  };
  return {
    find: async (hashes) => {
      const rows = await send('SELECT * FROM calls WHERE hash = ANY($1::text[])', [hashes]);
      return new Map(
        rows.flatMap((row) => {
          const call = readCallRow(row);
          return call === undefined ? [] : [[call.hash, call] as const];
        }),
      );
    },
    put: async (calls) => {
      const newest = new Map<string, IndexedCall>();
      for (const call of calls) if (isNewerCall(call, newest.get(call.hash))) newest.set(call.hash, call);
      // In one order, so that two processes never wait for each other.
      const rows = [...newest.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
      await send(
        `INSERT INTO calls (hash, run, seq, t, cost_usd, tokens)
          SELECT * FROM unnest($1::text[], $2::text[], $3::integer[], $4::float8[], $5::float8[], $6::float8[])
          ON CONFLICT (hash) DO UPDATE SET run = excluded.run, seq = excluded.seq, t = excluded.t,
            cost_usd = excluded.cost_usd, tokens = excluded.tokens WHERE excluded.t >= calls.t`,
        [
          rows.map(({ hash }) => hash),
          rows.map(({ run }) => run),
          rows.map(({ seq }) => seq),
          rows.map(({ t }) => t),
          rows.map(({ costUsd }) => costUsd),
          rows.map(({ tokens }) => tokens),
        ],
      );
    },
    drop: async (dropped) => {
      await send(
        `DELETE FROM calls USING unnest($1::text[], $2::text[], $3::integer[]) AS meant (hash, run, seq)
          WHERE calls.hash = meant.hash AND calls.run = meant.run AND calls.seq = meant.seq`,
        [dropped.map(({ hash }) => hash), dropped.map(({ run }) => run), dropped.map(({ seq }) => seq)],
      );
    },
    marks: async () => {
      const rows = await send('SELECT run, seq FROM call_marks WHERE run <> $1', [versionMark]);
      return new Map(rows.map((row) => [String(row['run']), Number(row['seq'])]));
    },
    mark: async (run, lastSeq) => {
      await send(
        `INSERT INTO call_marks (run, seq) VALUES ($1, $2)
          ON CONFLICT (run) DO UPDATE SET seq = greatest(call_marks.seq, excluded.seq)`,
        [run, lastSeq],
      );
    },
    size: async () => {
      const [row] = await send('SELECT count(*) AS calls FROM calls');
      const calls = Number(row?.['calls'] ?? 0);
      return { calls, bytes: calls * bytesOfCall };
    },
    empty: async () => {
      await send('DELETE FROM calls');
    },
  };
}

function readCallRow({ hash, run, seq, t, cost_usd: costUsd, tokens }: Row): IndexedCall | undefined {
  return parseIndexedCall({ hash, run, seq, t, costUsd, tokens });
}

async function clearOtherVersion(database: PostgresDatabase): Promise<void> {
  await transact(database, async (send) => {
    const [row] = await send('SELECT seq FROM call_marks WHERE run = $1 FOR UPDATE', [versionMark]);
    if (row?.['seq'] === callIndexVersion) return;
    await send('DELETE FROM calls');
    await send('DELETE FROM call_marks');
    await send('INSERT INTO call_marks (run, seq) VALUES ($1, $2) ON CONFLICT (run) DO NOTHING', [
      versionMark,
      callIndexVersion,
    ]);
  });
}
