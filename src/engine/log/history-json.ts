import { z } from 'zod';
import { failureSchema } from '@/base/failure-schema';
import { jsonSchema } from '@/base/json-schema';
import { decodeJson, encodeJson } from '@/base/json-text';
import { usageSchema } from '@/run/event-data';
import { type EventOf, type RunEventKind, runEventSchema } from '@/run/events';

/**
 * Version of the form. Another version is not read: an earlier snapshot, or the log from its start, is used instead.
 */
const version = 1;

const count = z.number().int().min(0);
const createPerPathSchema = <T extends z.ZodType>(value: T) => z.array(z.tuple([z.string(), value]));

function createEventSchema<K extends RunEventKind>(...kinds: readonly K[]) {
  return runEventSchema.transform((event, context): EventOf<K> => {
    if (kinds.some((kind) => kind === event.kind)) return event as EventOf<K>;
    context.addIssue(`is not ${kinds.join(' or ')}`);
    return z.NEVER;
  });
}

const historySchema = z.strictObject({
  version: z.literal(version),
  lastSeq: count,
  startedAt: z.number().optional(),
  // Snapshots of earlier versions lack both.
  lastAt: z.number().optional(),
  gaps: z.array(z.strictObject({ from: z.number(), to: z.number() })).default([]),
  end: z.enum(['completed', 'failed', 'cancelled']).optional(),
  endedCount: count,
  /** Left out in older snapshots. */
  lastStep: z.boolean().optional(),
  /** JSON of `IterationNotes`. */
  iterations: jsonSchema,
  told: createPerPathSchema(z.array(z.string())),
  pruned: createPerPathSchema(z.array(z.string())),
  loops: createPerPathSchema(
    z.strictObject({
      latest: createEventSchema('iteration.logged'),
      before: z.array(createEventSchema('iteration.logged')).readonly(),
      usage: usageSchema.nullable(),
    }),
  ),
  pipelines: createPerPathSchema(
    z.strictObject({
      from: count,
      i: count,
      record: createEventSchema('model.replied', 'vote.decided'),
      hash: z
        .string()
        .optional()
        .transform((hash) => hash),
      usage: usageSchema.nullable(),
    }),
  ),
  /** Left out in older snapshots. */
  failedTries: createPerPathSchema(
    z.strictObject({ i: count, count, last: failureSchema, usage: usageSchema.nullable() }),
  ).optional(),
  /** Events to fold again, in order. */
  retained: z.array(runEventSchema),
});

/** A history as it is stored. */
export type HistoryJson = Omit<z.infer<typeof historySchema>, 'version'>;

export function writeHistoryJson(history: HistoryJson): string {
  return encodeJson({ version, ...history });
}

/** Undefined: the version or the form is another. */
export function readHistoryJson(json: string): HistoryJson | undefined {
  try {
    const { version: _known, ...history } = historySchema.parse(decodeJson(json));
    return history;
  } catch {
    return undefined;
  }
}
