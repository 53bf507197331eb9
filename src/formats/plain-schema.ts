import { z } from 'zod';

/** The JSON Schema (draft 7) keywords for the schema of a text, a number or a constant, such as `minimum`. */
export function buildPlainSchema(schema: z.ZodType): { readonly [keyword: string]: unknown } {
  const options = { target: 'draft-7', io: 'input', unrepresentable: 'any' } as const;
  const { $schema: _schema, description: _description, ...plain } = z.toJSONSchema(schema, options);
  return plain;
}
