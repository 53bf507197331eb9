import { z } from 'zod';
import { readSmall, writeSmall } from './small-file';

const schema = z.strictObject({ version: z.literal(1), removedUpTo: z.number().int().min(0) });

/** Number of the event up to which the iterations of a run count as removed; 0: none were. */
export function readRemovedIterations(path: string): number {
  return readSmall(path, schema)?.removedUpTo ?? 0;
}

/** Marks the iterations in events up to `seq` as removed. */
export function removeIterations(path: string, seq: number): void {
  writeSmall(path, { version: 1, removedUpTo: seq });
}

/** Drops the mark for events that are no longer in the log. */
export function cutRemovedIterations(path: string, lastSeq: number): void {
  if (readRemovedIterations(path) > lastSeq) removeIterations(path, lastSeq);
}
