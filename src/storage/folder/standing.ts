import { z } from 'zod';
import type { RunHead } from '@/run/run-head';
import { recordSchemas } from '../records';
import { readSmall, writeSmall } from './small-file';

/** One more than there are snapshots: after a cut, an earlier head is still known. */
const maxHeads = 4;

const headSchema = recordSchemas.execution.omit({
  id: true,
  workflowId: true,
  name: true,
  planHash: true,
  startedAt: true,
}) satisfies z.ZodType<RunHead>;
const standingSchema = z.strictObject({ version: z.literal(1), heads: z.array(headSchema) });

/**
 * Heads of a run after some of its events, newest first, so that the whole log need not be folded. None if they were
 * never written down, or are damaged: then the log is read.
 */
export function readStanding(path: string): readonly RunHead[] {
  return readSmall(path, standingSchema)?.heads ?? [];
}

/** Writes down the current head of a run. */
export function addStanding(path: string, head: RunHead): void {
  const earlier = readStanding(path).filter(({ lastSeq }) => lastSeq < head.lastSeq);
  writeHeads(path, [head, ...earlier].slice(0, maxHeads));
}

/** Drops heads of events that are no longer in the log. */
export function cutStanding(path: string, lastSeq: number): void {
  const heads = readStanding(path);
  const remaining = heads.filter((head) => head.lastSeq <= lastSeq);
  if (remaining.length < heads.length) writeHeads(path, remaining);
}

function writeHeads(path: string, heads: readonly RunHead[]): void {
  writeSmall(path, { version: 1, heads });
}
