import { z } from 'zod';
import { AppError } from '@/base/errors';
import { isNestedDeeper, type Json, maxNesting } from '@/base/json';
import { jsonSchema } from '@/base/json-schema';
import { plannedPartSchema } from '@/plan/partial/run-targets';
import { type Plan, type PlannedTask, planVersion } from '@/plan/plan';
import { inputTypes } from '@/workflow/inputs/workflow-input-schema';
import { reuseSchema } from '@/workflow/reuse';

const record = z.record(z.string(), jsonSchema);
const natural = z.number().int().min(0);
const budget = z.strictObject({ maxTotalTokens: z.number(), maxTotalCostUsd: z.number() });
const task: z.ZodType = z.lazy(() => anyTask);

const limits = z.looseObject({ timeoutMs: z.number(), maxOutputTokens: z.number(), maxStdoutBytes: z.number() });
const common = {
  id: z.string(),
  index: natural,
  needs: z.array(natural),
  reads: z.array(natural),
  wave: natural,
  order: natural,
  label: z.string(),
  disabled: z.boolean(),
  inputs: record,
  inputTasks: z.array(task),
  variables: record,
  returns: z.record(z.string(), z.string()),
  limits,
  context: z.looseObject({ mode: z.enum(['automatic', 'manual', 'none']), maxBytes: z.number(), maxTasks: z.number() }),
  budget: budget.optional(),
  retry: z.looseObject({ maxRetries: z.number() }),
  bestOf: z.strictObject({ n: z.number(), evaluator: task }).optional(),
};
const model = { model: z.strictObject({ provider: z.string(), model: z.string() }) };

/** The fields that each task type requires, and the tasks that it contains; other fields are not checked. */
const shapes: { readonly [K in PlannedTask['type']]: z.core.$ZodShape } = {
  atomic: { ...model, prompt: z.string() },
  script: {},
  sequential: { steps: z.array(task) },
  map: { innerTask: task },
  reduce: { innerTask: task.optional(), reductionTask: task },
  cond: { cases: z.array(z.strictObject({ test: z.string(), task })), else: task.optional() },
  group: { tasks: z.array(task), completionMode: z.enum(['all', 'any']) },
  director_evaluator: { director: task, script: task.optional(), evaluator: task.optional() },
  pipeline: { ...model, steps: jsonSchema },
  call: { ref: z.string(), args: record },
  associative_memory: { query: z.string() },
  reparse: { ...model, originalPrompt: z.string() },
  ask: { message: z.string(), form: record, deadlineMs: z.number(), onDeadline: z.enum(['default', 'fail', 'skip']) },
  tool: { tools: z.array(z.looseObject({ name: z.string() })).length(1), args: record },
};

const taskShapes = Object.entries(shapes).map(([type, own]) =>
  z.looseObject({ ...common, ...own, type: z.literal(type) }),
);
const [firstShape, ...moreShapes] = taskShapes;
if (firstShape === undefined) throw new Error('There are no types of tasks.');
const anyTask = z.discriminatedUnion('type', [firstShape, ...moreShapes]);

/** What a stored plan must have, so that a run can be read with it; other fields of a task are not checked. */
export const planShape = z.strictObject({
  planVersion: z.literal(planVersion),
  hash: z.string().min(1),
  name: z.string(),
  variables: record,
  inputs: z.record(z.string(), z.enum(inputTypes)).exactOptional(),
  maxConcurrency: natural.min(1),
  budget,
  limits,
  compaction: z.looseObject({ trigger: z.string(), strategy: z.string() }).optional(),
  keepsHistory: z.boolean(),
  pruneHooks: z.array(z.looseObject({ every: natural.min(1) })),
  library: z.record(z.string(), z.looseObject({ parameters: z.array(record), task })),
  memoryIndex: z.record(z.string(), z.string()),
  checkpoint: z.strictObject({
    enabled: z.boolean(),
    every: z.union([z.enum(['task', 'step']), z.number().min(0)]).nullable(),
  }),
  retention: z.strictObject({ keepDays: natural, keepLast: natural }),
  part: plannedPartSchema.exactOptional(),
  stopsAtBreakpoints: z.literal(true).exactOptional(),
  isDry: z.literal(true).exactOptional(),
  reuse: z
    .strictObject({
      mode: reuseSchema.exactOptional(),
      anew: z.array(z.string()).exactOptional(),
      anewSince: z.number().min(0).exactOptional(),
      maxAgeMs: z.number().min(0).exactOptional(),
      isOffline: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  settings: z.looseObject({}),
  providers: z.array(z.string()),
  tasks: z.array(task),
});

/**
 * Parses a value from a store or a server as a plan. Only the shape is checked: the meaning of a plan was checked when
 * it was made, and its hash is stored with it. Throws `NEWER_VERSION`, `OLDER_VERSION` for a plan of before Heddle
 * 0.2.0, or a ZodError if the value is no plan.
 */
export function parsePlan(value: unknown): Plan {
  const { planVersion: version } = z.looseObject({ planVersion: natural.min(1) }).parse(value);
  if (version > planVersion) {
    throw new AppError('NEWER_VERSION', 'This run was made by a newer version of Heddle.', {
      advice: 'Reload the page to get the newest version.',
    });
  }
  if (version < planVersion) throw createOlderRunError();
  // The checks below are recursive, so the depth is limited first.
  z.custom((plan) => !isNestedDeeper(plan as Json, maxNesting * 2), 'It is nested too deep.').parse(value);
  return planShape.parse(value) as unknown as Plan;
}

/** A run whose plan or events are of before 0.2.0: it is listed and can be removed, and nothing else. */
export function createOlderRunError(): AppError {
  return new AppError('OLDER_VERSION', 'This run was recorded by a Heddle before 0.2.0, and is not opened any more.', {
    advice: 'Run the workflow again, or remove the run.',
  });
}
