import { z } from 'zod';
import { readSmall, writeSmall } from './small-file';

const schema = z.strictObject({ version: z.literal(1), removedUpTo: z.number().int().min(0) });

/** Number of the event up to which the iterations of a run count as removed; 0: none were. */
export function removedIterations(path: string): number {
  return readSmall(path, schema)?.removedUpTo ?? 0;
}

/** Lets the iterations that events up to `seq` tell of count as removed. */
export function removeIterations(path: string, seq: number): void {
  writeSmall(path, { version: 1, removedUpTo: seq });
}

/** Forgets that of events which are not in the log any more. */
export function cutRemovedIterations(path: string, lastSeq: number): void {
  if (removedIterations(path) > lastSeq) removeIterations(path, lastSeq);
}
