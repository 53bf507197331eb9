import { z } from 'zod';
import { errorCodes, type Failure } from './errors';
import { jsonSchema } from './json-schema';

/** Schema of {@link Failure}. */
export const failureSchema = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  advice: z.string().optional(),
  retryable: z.boolean(),
  details: z.record(z.string(), jsonSchema).optional(),
}) satisfies z.ZodType<Failure>;
