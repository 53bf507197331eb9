import { z } from 'zod';
import type { ForkRequest } from '@/run/runner';

/** The id of a workflow, run, provider or payload. */
export const id = z.string().min(1).max(200);
export const natural = z.number().int().min(1);
export const offset = z.number().int().min(0);
/**
 * A path in a journal, or of a file. The limit is far above that for files, so that the store can explain what is wrong
 * with a path.
 */
export const path = z.string().max(10_000);
/** A person writes less than this; a pasted file may be long. */
export const longText = z.string().max(1_000_000);
export const forkRequest = z.strictObject({
  executionId: id,
  seq: offset.exactOptional(),
}) satisfies z.ZodType<ForkRequest>;
