import { AppError } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import { type ChunkRecord, type HeadRecord, parseRecord, recordSchemas } from '../records';
import { parseJsonColumn, type Query, type Row } from './transact';

/** The numbers under which this process holds runs, by run: each that takes a run over has a higher one. */
export type OwnNumbers = ReadonlyMap<string, number>;

/** Columns of the head of a run. */
export const headFields = 'id, head, annotations';

/** The head of a run in a row. Error `DAMAGED_RECORD`. */
export function parseHeadRow(row: Row, what: string): HeadRecord {
  return parseRecord(recordSchemas.head, addAnnotations(row), what);
}

/** The head of a run in a row; undefined: it is damaged. */
export function parseSoundHead(row: Row): HeadRecord | undefined {
  const head = recordSchemas.head.safeParse(addAnnotations(row));
  return head.success ? head.data : undefined;
}

function addAnnotations({ head, annotations }: Row): unknown {
  const value = parseJsonColumn(head);
  if (typeof value !== 'object' || value === null) return undefined;
  return typeof annotations === 'string' ? { ...value, annotations: parseJsonColumn(annotations) } : value;
}

/**
 * The head of a run whose log is to be changed: nobody else changes it before this transaction ends. Undefined: there
 * is none. Errors: `STORAGE_FAILED` if another process has taken the run over since this one held it with `number`;
 * `DAMAGED_RECORD`.
 */
export async function lockHead(query: Query, id: string, number: number | undefined): Promise<HeadRecord | undefined> {
  const [row] = await query(`SELECT ${headFields}, owner FROM executions WHERE id = $1 FOR UPDATE`, [id]);
  if (row === undefined) return undefined;
  if (number !== undefined && row['owner'] !== number) throw createTakenOverError(id);
  return parseHeadRow(row, `run ${id}`);
}

/** The values of `(id, status, head)`. What a person wrote has a column of its own. */
export function listHeadColumns({
  annotations: _annotations,
  stored: _stored,
  ...head
}: HeadRecord): readonly unknown[] {
  return [head.id, head.status, encodeJson(head)];
}

/** The values of a row of events. */
export function listChunkColumns({ executionId, firstSeq, lastSeq, json, bytes: _bytes, ...summary }: ChunkRecord) {
  return [executionId, firstSeq, lastSeq, encodeJson(summary), json];
}

function createTakenOverError(id: string): AppError {
  return new AppError('STORAGE_FAILED', `Another process has taken over run ${id}. This one may not write to it.`, {
    advice: 'Nothing is lost: the run continues there.',
  });
}
