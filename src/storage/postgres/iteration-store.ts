import {
  createIterationMatcher,
  type IterationLog,
  type IterationPage,
  type IterationQuery,
} from '@/run/iteration-log';
import { parseIterationLog, parseReadableIteration } from '../iteration-records';
import type { IterationStore } from '../stores';
import type { PostgresDatabase } from './open-database';
import { formatSeqColumn, type Row, sendQuery } from './transact';

/** The most records that one call examines. */
const mostLookedAt = 2000;

const columns = 'execution_id, ordinal, seq, failed, event';

/** Iterations in PostgreSQL. Appends to the log write them. */
export function createIterationStore(database: PostgresDatabase): IterationStore {
  return {
    find: (id, wanted) => findIterations(database, id, wanted),
    get: async (id) => {
      const [, run, ordinal] = /^(.*)-iter-(\d{1,9})$/s.exec(id) ?? [];
      if (run === undefined) return undefined;
      const statement = `SELECT ${columns} FROM iterations WHERE execution_id = $1 AND ordinal = $2`;
      const [row] = await sendQuery(database, statement, [run, Number(ordinal)]);
      return row && parseIterationLog(buildRecord(row), `iteration ${ordinal} of run ${run}`);
    },
    remove: async (id) =>
      (await sendQuery(database, 'DELETE FROM iterations WHERE execution_id = $1 RETURNING ordinal', [id])).length,
  };
}

async function findIterations(database: PostgresDatabase, id: string, wanted: IterationQuery): Promise<IterationPage> {
  const { exitCode, direction, limit } = wanted;
  const forward = direction === 'forward';
  const from = formatSeqColumn(wanted.from ?? (forward ? 1 : Number.POSITIVE_INFINITY));
  const matches = createIterationMatcher(wanted);
  const rows = await sendQuery(
    database,
    `SELECT ${columns} FROM iterations WHERE execution_id = $1 AND ordinal ${forward ? '>=' : '<='} $2
      AND ($3::integer IS NULL OR failed = $3) ORDER BY ordinal ${forward ? '' : 'DESC'} LIMIT $4`,
    [id, from, exitCode === undefined ? null : exitCode === 0 ? 0 : 1, mostLookedAt + 1],
  );
  const iterations: IterationLog[] = [];
  for (const [lookedAt, row] of rows.entries()) {
    const ordinal = Number(row['ordinal']);
    const log = parseReadableIteration(buildRecord(row), ordinal);
    const isWanted = log !== undefined && matches(log);
    if ((isWanted && iterations.length >= limit) || lookedAt >= mostLookedAt) return { iterations, next: ordinal };
    if (isWanted) iterations.push(log);
  }
  return { iterations, next: null };
}

function buildRecord({ execution_id: executionId, ordinal, seq, failed, event }: Row): unknown {
  return { executionId, ordinal, seq, failed, event };
}
