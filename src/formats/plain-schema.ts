import { z } from 'zod';

/**
 * What a schema of a text, a number or a constant asks for, in the words of JSON Schema (draft 7), such as `minimum`.
 */
export function plainSchema(schema: z.ZodType): { readonly [keyword: string]: unknown } {
  const options = { target: 'draft-7', io: 'input', unrepresentable: 'any' } as const;
  const { $schema: _schema, description: _description, ...plain } = z.toJSONSchema(schema, options);
  return plain;
}
