import { z } from 'zod';
import { AppError } from '@/base/errors';
import { jsonSchema } from '@/base/json';
import { type Plan, planVersion } from '@/plan/plan';

const record = z.record(z.string(), jsonSchema);

const taskShape = z.looseObject({
  type: z.enum(['atomic', 'script']),
  id: z.string(),
  index: z.number().int().min(0),
  needs: z.array(z.number().int().min(0)),
  wave: z.number().int().min(0),
  label: z.string(),
  disabled: z.boolean(),
  inputs: record,
  variables: record,
  returns: z.record(z.string(), z.string()),
  limits: z.strictObject({ timeoutMs: z.number(), maxOutputTokens: z.number() }),
  retry: z.looseObject({ maxRetries: z.number() }),
});

const planShape = z.strictObject({
  planVersion: z.literal(planVersion),
  hash: z.string().min(1),
  name: z.string(),
  variables: record,
  maxConcurrency: z.number().int().min(1),
  tasks: z.array(taskShape),
});

/**
 * A value from a store or a message as a plan. The check is of the shape only: what a plan means was checked when it was
 * made, and its hash goes with it. Throws `NEWER_VERSION`, or a ZodError if it is no plan.
 */
export function parsePlan(value: unknown): Plan {
  const version = z.object({ planVersion: z.number() }).parse(value).planVersion;
  if (version > planVersion) {
    throw new AppError('NEWER_VERSION', 'This run was made by a newer version of Heddle.', {
      advice: 'Reload the page to get the newest version.',
    });
  }
  return planShape.parse(value) as unknown as Plan;
}
