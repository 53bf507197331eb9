import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { listedStatuses } from '@/run/listed-status';

/** Schemas of what a server of runs answers: hostile until parsed. Fields that a newer one adds are dropped. */

const scopes = z.array(z.enum(['read', 'run', 'admin']));

export const serverAnswer = z.object({ version: z.string().max(100), scopes });

export const runAnswer = z.object({
  id: z.string().regex(/^[\w-]{1,200}$/),
  workflow: z.string().max(1000),
  name: z.string().max(1000),
  status: z.enum(listedStatuses),
  startedAt: z.iso.datetime(),
  lastSeq: z.number().int().min(0),
  totals: z.object({ calls: z.number(), costUsd: z.number() }),
});

export const runsAnswer = z.object({ runs: z.array(runAnswer).max(1000), next: z.string().nullable() });

export const workflowsAnswer = z.object({
  workflows: z
    .array(
      z.object({
        name: z.string().max(1000),
        title: z.string().max(1000),
        description: z.string().max(100_000).exactOptional(),
        runnable: z.boolean(),
      }),
    )
    .max(10_000),
});

export const eventsAnswer = z.object({ events: z.array(jsonSchema).max(1000), next: z.number().int().nullable() });

export const filesAnswer = z.object({
  files: z.array(z.object({ path: z.string().max(10_000), bytes: z.number() })).max(10_000),
});

export const deltaAnswer = z.object({
  path: z.string().max(10_000),
  text: z.string(),
  isReasoning: z.literal(true).exactOptional(),
  call: z.string().max(200).exactOptional(),
});

export const planAnswer = z.record(z.string(), jsonSchema);

export const refusalAnswer = z.object({
  error: z.object({
    message: z.string().max(2000),
    advice: z.string().max(2000).optional(),
    problems: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  }),
});
