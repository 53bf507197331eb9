import { z } from 'zod';
import { parseRecord } from './records';
import type { RunSource } from './run-journal';

const sourceSchema = z.strictObject({
  file: z.string(),
  hash: z.string(),
  planHash: z.string().exactOptional(),
  imported: z.literal(true).exactOptional(),
  folder: z.string(),
  givenFiles: z.record(z.string(), z.string()).exactOptional(),
}) satisfies z.ZodType<RunSource>;

/** A stored value as the source of a run. Throws `DAMAGED_RECORD`. */
export function parseSource(value: unknown, executionId: string): RunSource {
  return parseRecord(sourceSchema, value, `the source of run ${executionId}`);
}
