import { z } from 'zod';
import type { ForkWish } from '@/run/runner';

/** Of a workflow, a run, a provider, a payload. */
export const id = z.string().min(1).max(200);
export const natural = z.number().int().min(1);
export const offset = z.number().int().min(0);
/**
 * In a journal or of a file: far longer than that of a file may be, so that the store can say what is wrong with one.
 */
export const path = z.string().max(10_000);
/** A person does not write more; a pasted file may be long. */
export const longText = z.string().max(1_000_000);
export const forkWish = z.strictObject({ executionId: id, seq: offset.exactOptional() }) satisfies z.ZodType<ForkWish>;
