import type { z } from 'zod';
import { ok, type Result } from '@/base/result';
import { type Refusal, refuse } from './refusal';

/** A value with some fields set and, where the patch says `undefined`, taken out; refused if the schema does not take it. */
export function patched<T extends object>(
  schema: z.ZodType<T>,
  value: T,
  patch: Readonly<Record<string, unknown>>,
): Result<T, Refusal> {
  const entries = Object.entries({ ...value, ...patch }).filter(([, field]) => field !== undefined);
  const next: unknown = Object.fromEntries(entries);
  const checked = schema.safeParse(next);
  // What was written is kept, not what the schema made of it.
  if (checked.success) return ok(next as T);
  const [issue] = checked.error.issues;
  const place = issue?.path.join('.') ?? '';
  return refuse(`${place === '' ? '' : `${place}: `}${issue?.message ?? 'This value does not fit.'}`);
}
