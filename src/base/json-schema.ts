import { z } from 'zod';
import type { Json } from './json';

/** Schema of {@link Json}: any JSON value in a file, a stored record or a message. */
export const jsonSchema: z.ZodType<Json> = z.lazy(() =>
  z.union([
    z.null(),
    z.boolean(),
    z.number(),
    z.bigint(),
    z.string(),
    z.array(jsonSchema),
    z.record(z.string(), jsonSchema),
  ]),
);
