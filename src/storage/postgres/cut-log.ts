import { readStartOfBlock, toChunks } from '../event-chunk';
import { computeFiguresAfter } from '../figures-after';
import { parseRecord, recordSchemas } from '../records';
import type { PostgresDatabase } from './open-database';
import { createLogBlocks, readLog } from './read-log';
import { headFields, listChunkColumns, listHeadColumns, lockHead, parseHeadRow } from './run-head-record';
import { sendQuery, transact } from './transact';

/** Cuts the log of a run after an event, as `EventStore.cut` says. `number`: the one under which it is held here. */
export async function cutLog(
  database: PostgresDatabase,
  { id, number }: { readonly id: string; readonly number: number | undefined },
  lastSeq: number,
): Promise<number> {
  const [row] = await sendQuery(database, `SELECT ${headFields} FROM executions WHERE id = $1`, [id]);
  const before =
    row === undefined ? parseRecord(recordSchemas.head, undefined, `run ${id}`) : parseHeadRow(row, `run ${id}`);
  if (before.lastSeq <= lastSeq) return 0;
  const split = await readStartOfBlock(createLogBlocks(database, id), id, lastSeq);
  const figures = await computeFiguresAfter((from, limit) => readLog(database, id, from, limit), before, lastSeq);
  return transact(database, async (send) => {
    const head = await lockHead(send, id, number);
    // An earlier try was committed, but its answer was lost.
    if (head === undefined || head.lastSeq <= lastSeq) return before.lastSeq - lastSeq;
    const from = split[0]?.seq ?? lastSeq + 1;
    await send(
      `INSERT INTO set_aside (execution_id, n, after_seq, record)
        SELECT execution_id,
          (SELECT coalesce(max(n), 0) FROM set_aside WHERE execution_id = $1) + row_number() OVER (ORDER BY first_seq),
          $2, json_build_object('firstSeq', first_seq, 'lastSeq', last_seq, 'summary', summary, 'json', json)::text
        FROM events WHERE execution_id = $1 AND first_seq >= $3`,
      [id, lastSeq, from],
    );
    await send('DELETE FROM events WHERE execution_id = $1 AND first_seq >= $2', [id, from]);
    for (const chunk of toChunks(id, split)) {
      await send(
        'INSERT INTO events (execution_id, first_seq, last_seq, summary, json) VALUES ($1, $2, $3, $4, $5)',
        listChunkColumns(chunk),
      );
    }
    await send('DELETE FROM snapshots WHERE execution_id = $1 AND seq > $2', [id, lastSeq]);
    await send('DELETE FROM iterations WHERE execution_id = $1 AND seq > $2', [id, lastSeq]);
    const { endedAt: _endedAt, durationMs: _durationMs, ...rest } = head;
    const next = { ...rest, ...figures, lastSeq };
    await send('UPDATE executions SET status = $2, head = $3 WHERE id = $1', listHeadColumns(next));
    return head.lastSeq - lastSeq;
  });
}
