import { z } from 'zod';
import { runTargetsSchema } from '@/plan/partial/run-targets';
import type { TextPlace } from '@/run/filled-text';
import { editedThings, type RunEdit } from '@/run/run-edit';
import type { ForkAtServer, ForkOutline, ForkRequest } from '@/run/runner';

export const signal = z.instanceof(AbortSignal);
export const listener = <T>() => z.custom<(message: T) => void>((value) => typeof value === 'function');
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
export const textPlace: z.ZodType<TextPlace> = z.strictObject({
  executionId: id.exactOptional(),
  path,
  taskPath: path.exactOptional(),
});
/** The most characters of a text that a person writes in place of an output. */
const mostWritten = 50_000_000;
const runEdit: z.ZodType<RunEdit> = z.strictObject({
  path,
  of: z.enum(editedThings),
  text: z.string().max(mostWritten),
});
export const forkRequest = z.strictObject({
  executionId: id,
  seq: offset.exactOptional(),
  edits: z.array(runEdit).max(1000).exactOptional(),
  holds: z.literal(true).exactOptional(),
}) satisfies z.ZodType<ForkRequest>;
export const forkAtServer = forkRequest.extend({
  plan: z.enum(['own', 'present']),
  targets: runTargetsSchema.exactOptional(),
}) satisfies z.ZodType<ForkAtServer>;
const editedPlace = z.strictObject({ path, of: z.enum(editedThings) });
export const forkOutline = forkRequest.extend({
  plan: z.enum(['own', 'present']),
  edits: z.array(editedPlace).max(1000).exactOptional(),
}) satisfies z.ZodType<ForkOutline>;
