import type { z } from 'zod';
import type { Result } from '@/base/result';
import { type EditRefusal, refuseEdit } from './edit-refusal';

/** The refusal of a value that does not fit its schema, with the schema's message; undefined if it fits. */
export function refuseUnfit(schema: z.ZodType, value: unknown): Result<never, EditRefusal> | undefined {
  const checked = schema.safeParse(value);
  if (checked.success) return undefined;
  const [issue] = checked.error.issues;
  const place = issue?.path.join('.') ?? '';
  return refuseEdit(`${place === '' ? '' : `${place}: `}${issue?.message ?? 'This value does not fit.'}`);
}
