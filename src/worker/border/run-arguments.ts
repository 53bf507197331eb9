import { z } from 'zod';
import type { PlannedText } from '@/host/look-at-texts';
import { pretences } from '@/plan/simulated-only';
import { annotationChangeSchema } from '@/run/annotations';
import type { TextPlaces, TextSides } from '@/run/compare/instance-texts';
import { type EventQuery, eventStatuses } from '@/run/event-query';
import { type RunEventKind, runEventSchema } from '@/run/events';
import type { IterationQuery } from '@/run/iteration-log';
import { type CleanupRule, maxPartBytes, type Runner } from '@/run/runner';
import type { SearchNews } from '@/run/search/found-run';
import { runQuerySchema } from '@/run/search/run-query';
import { parsePlan } from '@/storage/plan-schema';
import {
  forkOutline,
  forkRequest,
  id,
  listener,
  longText,
  natural,
  offset,
  path,
  signal,
  textPlace,
} from './argument-schemas';
import type { ArgumentTable } from './checked';
import type { EngineForPlans } from './engine-api';

const kinds = new Set<string>(runEventSchema.options.map(({ shape }) => shape.kind.value));
const kind = z.custom<RunEventKind>((value) => typeof value === 'string' && kinds.has(value));
/** A search text of a person. */
const searched = z.string().max(1000);
const direction = z.enum(['forward', 'backward']);
/** The most entries in a page. */
const limit = natural.max(5000);

const eventQuery: z.ZodType<EventQuery> = z.strictObject({
  filter: z.strictObject({
    kinds: z.array(kind).max(kinds.size).exactOptional(),
    taskPath: path.exactOptional(),
    path: path.exactOptional(),
    status: z.enum(eventStatuses).exactOptional(),
    text: searched.exactOptional(),
  }),
  from: natural,
  direction,
  limit,
});

const iterationQuery: z.ZodType<IterationQuery> = z.strictObject({
  path: path.exactOptional(),
  exitCode: z.union([z.number().int(), z.literal('failed')]).exactOptional(),
  text: searched.exactOptional(),
  from: natural.exactOptional(),
  direction,
  limit,
});

const cleanupRule: z.ZodType<CleanupRule> = z.strictObject({
  keepDays: z.number().min(0).max(1_000_000),
  keepLast: z.number().int().min(0).max(1_000_000),
});

const textPlaces: z.ZodType<TextPlaces> = z.strictObject({
  promptHash: z.string().exactOptional(),
  promptSeq: natural.exactOptional(),
  outputHash: z.string().exactOptional(),
  outputSeq: natural.exactOptional(),
});

const textSides: z.ZodType<TextSides> = z.strictObject({
  first: textPlaces.exactOptional(),
  second: textPlaces.exactOptional(),
});

const plan = z.unknown().transform(parsePlan);

/** The arguments of the engine's API for runs. */
export const runArguments: ArgumentTable<Runner> = {
  repeat: [id],
  cancel: [id],
  pause: [id],
  resume: [id],
  provideInput: [id, path, longText],
  compact: [id],
  restore: [id, z.array(path).min(1)],
  resumeUnfinished: [],
  fork: [forkRequest],
  owner: [id],
  takeOver: [id],
  takeUp: [id],
  executions: [id, offset.optional(), natural.optional()],
  annotate: [id, annotationChangeSchema],
  remove: [z.array(id).max(10_000)],
  stateAt: [id, offset.optional()],
  findEvents: [id, eventQuery],
  iterations: [id, iterationQuery],
  search: [runQuerySchema, listener<SearchNews>(), signal],
  storage: [],
  cleanUp: [id.optional(), cleanupRule, z.boolean()],
  exportRun: [id, z.boolean(), id.optional()],
  importRun: [id, z.instanceof(Blob)],
  compare: [id, id],
  compareTexts: [id, id, textSides, z.boolean()],
  readEvents: [id, natural.optional(), natural.optional()],
  readBlob: [id, id],
  readBlobPart: [id, id, offset, natural.max(maxPartBytes)],
};

/** The task is not checked: the document worker has just planned it. */
const plannedText = z.strictObject({
  place: textPlace,
  task: z.unknown().exactOptional(),
  variables: z.unknown(),
}) as unknown as z.ZodType<PlannedText>;

/** The arguments of the engine's API for the document worker. */
export const planArguments: ArgumentTable<EngineForPlans> = {
  start: [z.strictObject({ workflowId: id, plan })],
  fork: [forkRequest.extend({ plan: plan.exactOptional() })],
  inspectFiles: [id, z.array(path)],
  earlierRuns: [
    id,
    forkOutline
      .pick({ seq: true, plan: true, holds: true })
      .extend({ pretence: z.enum(pretences).exactOptional() })
      .optional(),
  ],
  textNames: [plannedText],
  fillText: [plannedText, id, longText],
  tryExpression: [plannedText, longText, z.boolean()],
};
