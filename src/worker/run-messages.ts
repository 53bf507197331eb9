import { z } from 'zod';
import { type EventQuery, eventStatuses } from '@/run/event-query';
import { type RunEventKind, runEventSchema } from '@/run/events';
import type { IterationQuery } from '@/run/iteration-log';
import type { CleanupRule, ForkWish } from '@/run/runner';
import { parsePlan } from '@/storage/plan-schema';

/** What the page says about runs, as it is parsed on arrival. */

const kinds = new Set<string>(runEventSchema.options.map(({ shape }) => shape.kind.value));
const kind = z.custom<RunEventKind>((value) => typeof value === 'string' && kinds.has(value));
const natural = z.number().int().min(1);
const id = z.string().min(1).max(200);
const path = z.string().max(10_000);
/** What a person looks for. */
const text = z.string().max(1000);
const direction = z.enum(['forward', 'backward']);
/** Most entries of a page. */
const limit = natural.max(5000);

/** Ids of runs, so many that a list of them can be removed at once. */
export const runIds = z.array(id).max(10_000);

export const eventQuery: z.ZodType<EventQuery> = z.strictObject({
  filter: z.strictObject({
    kinds: z.array(kind).max(kinds.size).exactOptional(),
    place: path.exactOptional(),
    path: path.exactOptional(),
    status: z.enum(eventStatuses).exactOptional(),
    text: text.exactOptional(),
  }),
  from: natural,
  direction,
  limit,
});

export const iterationQuery: z.ZodType<IterationQuery> = z.strictObject({
  path: path.exactOptional(),
  exitCode: z.union([z.number().int(), z.literal('failed')]).exactOptional(),
  text: text.exactOptional(),
  from: natural.exactOptional(),
  direction,
  limit,
});

export const cleanupRule: z.ZodType<CleanupRule> = z.strictObject({
  keepDays: z.number().min(0).max(1_000_000),
  keepLast: z.number().int().min(0).max(1_000_000),
});

const wish = z.strictObject({
  executionId: id,
  seq: z.number().int().min(0).exactOptional(),
  plan: z.unknown().optional(),
});

/** A wish for a fork, its plan checked as one that is started. */
export function parseForkWish(value: unknown): ForkWish {
  const { plan, ...rest } = wish.parse(value);
  return { ...rest, ...(plan === undefined ? {} : { plan: parsePlan(plan) }) };
}
