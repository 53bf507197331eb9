import { z } from 'zod';
import { jsonSchema } from '@/base/json';
import { nameSchema } from '@/base/name';
import { taskIdSchema } from '../names';

/** `x-` keys, kept verbatim through every round trip. In the text they stand beside the other keys. */
export const extensionsSchema = z.record(z.string().regex(/^x-/), jsonSchema);

const named = <T extends z.ZodType>(value: T) => z.record(nameSchema, value);
const record = z.record(z.string(), jsonSchema);
const positive = z.number().int().min(1);
const count = z.number().int().min(0);

/** A part of a system prompt that is put in a tag of its name. */
export const systemPartSchema = z.strictObject({ name: z.string(), value: z.string() });
/** Text added to the system prompt under `<task_instructions>`: a text, a named part, or a list of either. */
export const systemSchema = z.union([z.string(), systemPartSchema, z.array(z.union([z.string(), systemPartSchema]))]);

/** Options of a model call; what is not named here goes to the provider as it is. */
export const optionsSchema = record;

/** All (true), none (false), or those named. */
export const inheritSchema = z.union([z.boolean(), z.array(nameSchema)]);

/** A named model configuration. Fields left out come from the workflow. */
export const agentSchema = z.strictObject({
  model: z.string().min(1).optional().meta({ description: 'Model, as provider:name. Without it: default_model.' }),
  system: systemSchema.optional().meta({ description: 'System prompt of this agent.' }),
  options: optionsSchema.optional().meta({ description: 'Options of the call, such as temperature.' }),
  tier: z.enum(['worker', 'light', 'orchestrator']).optional(),
  tools: z.array(z.union([z.string(), record])).optional(),
  contextTransfer: z.enum(['full', 'summary', 'minimal']).optional(),
  inheritTools: inheritSchema.optional(),
  inheritVariables: inheritSchema
    .optional()
    .meta({ description: 'Which variables of the workflow it sees: true, or names.' }),
  extensions: extensionsSchema.optional(),
});
export type Agent = z.infer<typeof agentSchema>;

const truncationStrategy = z.enum(['head', 'tail', 'both', 'summary']);
/** Limits of section 6. Bytes are of UTF-8. All optional; defaults are in `plan/limits.ts`. */
export const limitsSchema = z.strictObject({
  maxStdoutBytes: count.optional(),
  maxStderrBytes: count.optional(),
  maxCombinedBytes: count.optional(),
  truncationStrategy: truncationStrategy.optional(),
  maxContextBytes: count.optional(),
  maxContextTasks: count.optional(),
  externalStorageThreshold: count.optional(),
  externalStorageDir: z.string().optional(),
  compressExternal: z.boolean().optional(),
  maxStoredBytes: count.optional(),
  cleanupStrategy: z.union([z.string(), record]).optional(),
  maxTurns: positive.optional(),
  maxContextWindowFraction: z.number().gt(0).max(1).optional(),
  warningThreshold: z.number().gt(0).max(1).optional(),
  maxOutputTokens: positive.optional().meta({ description: 'Most tokens a reply may have. Default 4096.' }),
  timeoutMs: count.optional().meta({ description: 'Most milliseconds a task may take. Default 600000.' }),
  maxTotalTokens: count.optional(),
  maxTotalCostUsd: z.number().min(0).optional(),
});
export type Limits = z.infer<typeof limitsSchema>;

/** What happens when a task fails (section 3). */
export const errorHandlingSchema = z.strictObject({
  onError: z
    .enum(['retry', 'skip', 'fail', 'continue'])
    .optional()
    .meta({ description: 'retry, skip, fail (default) or continue with the failed result.' }),
  maxRetries: count.max(100).optional().meta({ description: 'Retries after the first attempt. Default 3.' }),
  backoff: z
    .enum(['exponential', 'linear', 'none'])
    .optional()
    .meta({ description: 'exponential: 1, 2, 4 s. linear: 1, 2, 3 s. Default exponential.' }),
  onMaxRetries: z
    .enum(['skip', 'fail', 'continue'])
    .optional()
    .meta({ description: 'After the last retry. Default fail.' }),
});

/** Which earlier outputs a task is told (section 6). */
export const contextSchema = z.strictObject({
  mode: z.enum(['automatic', 'manual', 'none']).optional().meta({ description: 'none: no earlier outputs are added.' }),
  includeTasks: z.array(z.string()).optional(),
  excludeTasks: z.array(z.string()).optional(),
  minRelevance: z.number().min(0).max(1).optional(),
  maxBytes: count.optional(),
  maxTasks: count.optional(),
  timeWindowSecs: count.optional(),
});
export type ContextSettings = z.infer<typeof contextSchema>;

/** `{ from: name.path }`: the value of another task, input, variable or binding. `{ task: … }`: a nested input task. */
export const inputSchema = z.union([
  z.strictObject({ from: z.string().min(1) }),
  z.strictObject({ task: record }),
  jsonSchema,
]);
export type Input = z.infer<typeof inputSchema>;

/**
 * The fields that every task may have (language page, section 3). What an author left out stays left out: defaults are
 * applied when a plan is made, so that nothing that was not written gets into the text.
 */
export const commonFields = {
  subtype: z
    .string()
    .optional()
    .meta({ description: 'Free text; standard, subtask, director, evaluator mean something.' }),
  name: z.string().optional().meta({ description: 'Label on the canvas. Without it: the id.' }),
  description: z
    .string()
    .optional()
    .meta({ description: 'The prompt. {{name}} puts in a result, an input or a variable.' }),
  system: systemSchema.optional().meta({ description: 'Added to the system prompt under <task_instructions>.' }),
  agent: z
    .union([z.string(), agentSchema])
    .optional()
    .meta({ description: 'A name from agents, or an agent written here.' }),
  model: z.string().min(1).optional().meta({ description: 'Model, as provider:name. Overrides the agent.' }),
  options: optionsSchema.optional().meta({ description: 'Options of the call. They override the agent.' }),
  dependsOn: z
    .array(taskIdSchema)
    .optional()
    .meta({ description: 'Tasks that must have ended before this one starts.' }),
  condition: z.string().optional().meta({ description: 'CEL expression. False: the task is skipped.' }),
  priority: z
    .enum(['low', 'normal', 'high', 'critical'])
    .optional()
    .meta({ description: 'Orders tasks that are ready at the same time.' }),
  inputs: named(inputSchema).optional().meta({ description: 'Name to value, or to {from: name.path}.' }),
  variables: named(jsonSchema).optional().meta({ description: 'Values in the scope of this task.' }),
  returns: named(z.string()).optional().meta({ description: 'Name to CEL expression over the own result.' }),
  output: z.string().optional().meta({ description: 'Keep the content as a file of this name too.' }),
  tools: z.array(z.union([z.string(), record])).optional(),
  toolMode: z.enum(['extend', 'exclusive']).optional(),
  injectContext: z
    .boolean()
    .optional()
    .meta({ description: 'false: outputs of earlier tasks are not added to the prompt.' }),
  context: contextSchema.optional(),
  contextManagement: record.optional(),
  clearMemory: z.boolean().optional(),
  rebuildMemory: z.boolean().optional(),
  limits: limitsSchema.optional(),
  expectedOutput: z.string().optional().meta({ description: 'Said to the model at the end of the prompt.' }),
  outputSchema: record.optional().meta({ description: 'JSON Schema that the output must satisfy.' }),
  validate: z
    .string()
    .optional()
    .meta({ description: 'CEL expression over output, content, status that must be true.' }),
  errorHandling: errorHandlingSchema.optional(),
  loop: record.optional(),
  voting: record.optional(),
  bestOf: record.optional(),
  interactive: z.boolean().optional(),
  inputTimeoutMs: count.optional(),
  reparse: record.optional(),
  disableReparsing: z.boolean().optional(),
  manualXml: z.boolean().optional(),
  criteria: z.union([z.string(), z.array(z.string())]).optional(),
  checkpoint: z.boolean().optional(),
  breakpoint: z.boolean().optional(),
  disabled: z.boolean().optional().meta({ description: 'Skip this task.' }),
  pinned: z.union([z.boolean(), jsonSchema]).optional(),
  extensions: extensionsSchema.optional(),
} as const;
