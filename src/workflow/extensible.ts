import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';

/** `x-` keys, kept verbatim through every round trip. In the text they are beside the other keys. */
export const extensionsSchema = z.record(z.string().regex(/^x-/), jsonSchema);

/** A strict object that may also have the author's own `x-` keys. */
export const createExtensibleSchema = <T extends z.ZodRawShape>(fields: T) =>
  z.strictObject({ ...fields, extensions: extensionsSchema.optional() });
