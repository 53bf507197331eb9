import { z } from 'zod';
import { jsonSchema } from '@/base/json-schema';
import { nameSchema } from '@/base/name-schema';
import { createExtensibleSchema, extensionsSchema } from '../extensible';
import { taskIdSchema } from '../name-schemas';
import { reasoningEffortSchema } from '../reasoning-effort';
import { reuseSchema } from '../reuse';
import { cleanupSchema, cleanupStrategy } from './cleanup';
import { approveSchema, toolListSchema } from './tools';

const createNamedSchema = <T extends z.ZodType>(value: T) => z.record(nameSchema, value);
const record = z.record(z.string(), jsonSchema);
const positive = z.number().int().min(1);
const count = z.number().int().min(0);

/** A part of a system prompt that is wrapped in a tag of its name. */
const systemPartSchema = z.strictObject({ name: z.string(), value: z.string() });
/** Text added to the system prompt under `<task_instructions>`: a text, a named part, or a list of either. */
export const systemSchema = z.union([z.string(), systemPartSchema, z.array(z.union([z.string(), systemPartSchema]))]);

/** Options of a model call. Unknown ones are sent to the provider unchanged. */
export const optionsSchema = record;

/** Models that are tried in order if the previous one is unavailable. */
export const fallbackModelsSchema = z.array(z.string().min(1));

/** Whether a model that refuses the content counts as unavailable too. */
export const fallbackOnRefusalSchema = z.boolean();

/** Whether providers may cache the start of prompts, so that it costs less when it is sent again. */
export const cacheSchema = z.enum(['auto', 'off']);

const reuseField = reuseSchema.optional();

/** All (true), none (false), or the named ones. */
const inheritSchema = z.union([z.boolean(), z.array(nameSchema)]);

/** A named model configuration. Fields left out come from the workflow. */
export const agentSchema = createExtensibleSchema({
  model: z.string().min(1).optional().meta({ description: 'Model, as provider:name. Without it: default_model.' }),
  fallbackModels: fallbackModelsSchema.optional().meta({
    description: 'Models to try, in order, when the model is overloaded, limited, gone or unreachable.',
  }),
  fallbackOnRefusal: fallbackOnRefusalSchema.optional().meta({
    description: 'Whether they are tried, too, when the model or its filter refuses the content. Default: false.',
  }),
  system: systemSchema.optional().meta({ description: 'System prompt of this agent.' }),
  options: optionsSchema.optional().meta({ description: 'Options of the call, such as temperature.' }),
  reasoningEffort: reasoningEffortSchema
    .optional()
    .meta({ description: 'How hard the model thinks before it answers. Default: as the model does by itself.' }),
  cache: cacheSchema.optional().meta({
    description: 'Whether prompts are cached by the maker where that can pay: auto (default) or off.',
  }),
  reuse: reuseField.meta({
    description: 'Which earlier runs may answer its calls: all, only the continued one, or never.',
  }),
  tier: z.enum(['worker', 'light', 'orchestrator']).optional().meta({
    description: 'Which subtasks it may start: none (worker), tasks (light), tasks and pipelines (orchestrator).',
  }),
  tools: toolListSchema.optional().meta({ description: 'Tools that it may use: names, or tools written here.' }),
  contextTransfer: z
    .enum(['full', 'summary', 'minimal'])
    .optional()
    .meta({ description: 'What of the history it is sent: all, a summary, or nothing (minimal, default).' }),
  inheritTools: inheritSchema.optional().meta({ description: 'Which tools of the workflow it sees: true, or names.' }),
  inheritVariables: inheritSchema
    .optional()
    .meta({ description: 'Which variables of the workflow it sees: true, or names.' }),
});
export type Agent = z.infer<typeof agentSchema>;

const truncationStrategy = z.enum(['head', 'tail', 'both', 'summary']);
/** Limits of section 6. Bytes are of UTF-8. All optional; defaults are in `plan/limits.ts`. */
export const taskLimitsSchema = createExtensibleSchema({
  maxStdoutBytes: count
    .optional()
    .meta({ description: 'Maximum bytes of standard output that are kept in view. Default 1048576.' }),
  maxStderrBytes: count
    .optional()
    .meta({ description: 'Maximum bytes of standard error that are kept in view. Default 262144.' }),
  maxCombinedBytes: count
    .optional()
    .meta({ description: 'Maximum bytes of both; standard error is cut first. Default 1572864.' }),
  truncationStrategy: truncationStrategy
    .optional()
    .meta({ description: 'Which part of a long output is kept in view. Default tail.' }),
  maxContextBytes: count.optional().meta({ description: 'Maximum bytes of the context block. Default 102400.' }),
  maxContextTasks: count.optional().meta({ description: 'Most earlier tasks in the context block. Default 10.' }),
  externalStorageThreshold: count
    .optional()
    .meta({ description: 'Larger outputs are stored as files. Default 1048576.' }),
  externalStorageDir: z
    .string()
    .optional()
    .meta({ description: 'Folder of outputs that are stored as files; a name in the browser.' }),
  compressExternal: z
    .boolean()
    .optional()
    .meta({ description: 'Whether outputs stored as files are compressed. Default true.' }),
  maxStoredBytes: count
    .optional()
    .meta({ description: 'Maximum bytes that are kept of one output. Default 104857600.' }),
  cleanupStrategy: z
    .union([cleanupStrategy, cleanupSchema])
    .optional()
    .meta({ description: 'Which outputs stay candidates for context when there are too many.' }),
  maxTurns: positive.optional().meta({ description: 'Maximum turns of one conversation. Default 10.' }),
  maxContextWindowFraction: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .meta({ description: 'Share of the context window that may be used. Default 0.8.' }),
  warningThreshold: z
    .number()
    .gt(0)
    .max(1)
    .optional()
    .meta({ description: 'Share of a limit at which to warn. Default 0.8.' }),
  maxOutputTokens: positive.optional().meta({
    description: 'Maximum tokens of a reply. Default: as many as the model can give, at most 32768.',
  }),
  timeoutMs: count.optional().meta({ description: 'Most milliseconds a task may take. Default 600000.' }),
  maxTotalTokens: count.optional().meta({ description: 'Budget of tokens; 0 is none.' }),
  maxTotalCostUsd: z.number().min(0).optional().meta({ description: 'Budget in US dollars; 0 is none.' }),
});
export type Limits = z.infer<typeof taskLimitsSchema>;

/** What happens when a task fails (section 3). */
export const errorHandlingSchema = createExtensibleSchema({
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

/** Which earlier outputs are in the context of a task (section 6). */
export const contextSchema = createExtensibleSchema({
  mode: z.enum(['automatic', 'manual', 'none']).optional().meta({ description: 'none: no earlier outputs are added.' }),
  includeTasks: z.array(z.string()).optional().meta({ description: 'Tasks whose outputs are always added.' }),
  excludeTasks: z.array(z.string()).optional().meta({ description: 'Tasks whose outputs are never added.' }),
  minRelevance: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({ description: 'Minimum relevance of an output that is added. Default 0.4.' }),
  maxBytes: count.optional().meta({ description: 'Maximum bytes of the context block.' }),
  maxTasks: count.optional().meta({ description: 'Most earlier tasks in the context block.' }),
  timeWindowSecs: count.optional().meta({ description: 'Only outputs of the last seconds, and direct dependencies.' }),
  repeatNamed: z.boolean().optional().meta({
    description: 'true: an output is added, too, if the prompt or an input has it already. Default false.',
  }),
});
export type ContextSettings = z.infer<typeof contextSchema>;

/**
 * An input of a task under its name: the value of another task, input, variable or binding (`from`), the result of a
 * task that runs before it (`task`), or a literal. `nested` is the schema of any task.
 */
const createInputSchema = <T extends z.ZodType>(nested: T) =>
  z.union([z.strictObject({ from: z.string().min(1) }), z.strictObject({ task: nested }), jsonSchema]);

/** A value that is read from elsewhere (`from`), or a literal. */
export const argumentSchema = z.union([z.strictObject({ from: z.string().min(1) }), jsonSchema]);

/** The items of a map or a reduce: a list, or where to read one. */
export const itemsSchema = z.union([z.strictObject({ from: z.string().min(1) }), z.array(jsonSchema)]);

/** What a step gets from the steps before it (section 5.1). */
const contextManagementSchema = createExtensibleSchema({
  inheritContext: z
    .enum(['full', 'none', 'subset'])
    .optional()
    .meta({ description: 'What of the context of the parent is passed on. Default none.' }),
  accumulateData: z.boolean().optional().meta({ description: 'Whether steps see the outputs of earlier ones.' }),
  accumulationFormat: z
    .enum(['notes_only', 'full_output'])
    .optional()
    .meta({ description: 'What of earlier outputs is kept. Default notes_only.' }),
});

/** A loop around a task (section 3). */
const loopSchema = createExtensibleSchema({
  type: z
    .enum(['repeat', 'while', 'until'])
    .meta({ description: 'repeat: count times. while tests before each round, until after it.' }),
  count: positive.optional().meta({ description: 'Rounds of repeat.' }),
  condition: z.string().optional().meta({ description: 'CEL expression of while and until.' }),
  maxIterations: positive.optional().meta({ description: 'Maximum rounds of while and until. Default 10.' }),
  progress: createExtensibleSchema({
    iterations: positive.optional().meta({ description: 'How many of the last rounds. Default 5.' }),
    chars: positive.optional().meta({ description: 'Characters of each outcome. Default 500.' }),
  })
    .optional()
    .meta({ description: 'Gives each round the shortened outcomes of the last ones.' }),
  state: createNamedSchema(z.string()).optional().meta({
    description: 'Name to CEL expression over the result of a round. The next round knows it as state.NAME.',
  }),
  initialState: createNamedSchema(jsonSchema)
    .optional()
    .meta({ description: 'The state of the first round. Default null.' }),
});

/** Voting by first-to-ahead-by-k (section 5.5). */
const votingSchema = createExtensibleSchema({
  k: positive.optional().meta({ description: 'By how many votes the winner must lead. Default 3.' }),
  maxRetries: positive.optional().meta({ description: 'Bounds votes and red flags. Default 3.' }),
  normalize: z
    .enum(['trim', 'json', 'none'])
    .optional()
    .meta({ description: 'How answers are compared. Default trim.' }),
  firstTemperature: z.number().min(0).optional().meta({ description: 'Temperature of the first sample. Default 0.' }),
  temperature: z.number().min(0).optional().meta({ description: 'Temperature of the others. Default 0.1.' }),
  redFlags: createExtensibleSchema({
    maxTokens: positive.optional().meta({ description: 'Longer answers are not counted.' }),
    patterns: z.array(z.string()).optional().meta({ description: 'Answers that match one are not counted.' }),
  })
    .optional()
    .meta({ description: 'Which answers are not counted.' }),
});

/** When a failed task is decomposed (section 5.6). */
const reparseSettingsSchema = createExtensibleSchema({
  on: z
    .array(z.enum(['resource_exhaustion', 'invalid_output', 'no_progress', 'task_failure']))
    .optional()
    .meta({ description: 'On which failures the task is decomposed.' }),
  maxDepth: count.optional().meta({ description: 'Most decompositions within one another. Default 2.' }),
});

/**
 * The fields that every task may have (language page, section 3). Fields that an author left out stay left out:
 * defaults are applied when a plan is made, so that nothing unwritten gets into the text. `nested` is the schema of any
 * task.
 */
export const createCommonFields = <T extends z.ZodType>(nested: T) => ({
  id: taskIdSchema.optional().meta({ description: 'Id of a step or a part. Tasks of a map have theirs as its key.' }),
  subtype: z
    .string()
    .optional()
    .meta({ description: 'Free text. standard, subtask, director and evaluator have a meaning.' }),
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
  fallbackModels: fallbackModelsSchema.optional().meta({
    description:
      'Models to try, in order, when the model cannot be called. They replace those of the agent; [] is none.',
  }),
  fallbackOnRefusal: fallbackOnRefusalSchema.optional().meta({
    description: 'Whether they are tried, too, when the content is refused. Overrides the agent.',
  }),
  options: optionsSchema.optional().meta({ description: 'Options of the call. They override the agent.' }),
  reasoningEffort: reasoningEffortSchema
    .optional()
    .meta({ description: 'How hard the model thinks before it answers. Overrides the agent.' }),
  cache: cacheSchema.optional().meta({ description: 'Prompt caching: auto or off. Overrides the agent.' }),
  reuse: reuseField.meta({
    description: 'Which earlier runs may answer: all, continued or never. Overrides the agent.',
  }),
  dependsOn: z
    .array(taskIdSchema)
    .optional()
    .meta({ description: 'Tasks that must have ended before this one starts.' }),
  triggerRule: z.enum(['default', 'all_done', 'one_failed']).optional().meta({
    description:
      'When it may start, once all tasks before it have ended: none failed and one completed (default), always (all_done), only if one failed (one_failed).',
  }),
  condition: z.string().optional().meta({ description: 'CEL expression. False: the task is skipped.' }),
  priority: z
    .enum(['low', 'normal', 'high', 'critical'])
    .optional()
    .meta({ description: 'Orders tasks that are ready at the same time.' }),
  inputs: createNamedSchema(createInputSchema(nested))
    .optional()
    .meta({ description: 'Name to value, or to {from: name.path}.' }),
  variables: createNamedSchema(jsonSchema).optional().meta({ description: 'Values in the scope of this task.' }),
  returns: createNamedSchema(z.string())
    .optional()
    .meta({ description: 'Name to CEL expression over the own result.' }),
  output: z.string().optional().meta({ description: 'Keep the content as a file of this name too.' }),
  tools: toolListSchema
    .optional()
    .meta({ description: 'Tools that the model, or the script, may use: names, or tools written here.' }),
  toolMode: z
    .enum(['extend', 'exclusive'])
    .optional()
    .meta({ description: 'Whether tools are added to those of the agent (extend, default) or replace them.' }),
  approve: approveSchema.optional().meta({
    description: 'Calls of tools that a person has to approve: all (true), or those of the named tools.',
  }),
  injectContext: z
    .boolean()
    .optional()
    .meta({ description: 'false: outputs of earlier tasks are not added to the prompt.' }),
  context: contextSchema.optional().meta({ description: 'Which earlier outputs the task is given.' }),
  contextManagement: contextManagementSchema
    .optional()
    .meta({ description: 'What each step is given of the steps before it.' }),
  clearMemory: z.boolean().optional().meta({ description: 'Start with no context at all.' }),
  rebuildMemory: z
    .boolean()
    .optional()
    .meta({ description: 'Match again instead of reusing the matches of the parent.' }),
  limits: taskLimitsSchema.optional().meta({ description: 'Limits of this task; on a composite, of all in it.' }),
  expectedOutput: z.string().optional().meta({ description: 'Said to the model at the end of the prompt.' }),
  outputSchema: record.optional().meta({ description: 'JSON Schema that the output must satisfy.' }),
  validate: z
    .string()
    .optional()
    .meta({ description: 'CEL expression over output, content, status that must be true.' }),
  errorHandling: errorHandlingSchema.optional().meta({ description: 'What happens when the task fails.' }),
  loop: loopSchema.optional().meta({ description: 'Runs the task again and again.' }),
  voting: votingSchema.optional().meta({ description: 'Samples until one answer is ahead.' }),
  bestOf: createExtensibleSchema({
    n: positive.optional().meta({ description: 'Tries, in parallel.' }),
    evaluator: nested.optional().meta({ description: 'The task that chooses among them.' }),
  })
    .optional()
    .meta({ description: 'Several tries, of which an evaluator chooses one.' }),
  interactive: z.boolean().optional().meta({ description: 'The model may ask the user.' }),
  inputTimeoutMs: count.optional().meta({ description: 'Most milliseconds to wait for an answer. Default none.' }),
  reparse: reparseSettingsSchema.optional().meta({ description: 'Decomposition when the task fails.' }),
  disableReparsing: z.boolean().optional().meta({ description: 'No decomposition.' }),
  manualXml: z.boolean().optional().meta({ description: 'Taken as it is written, never decomposed.' }),
  criteria: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .meta({ description: 'Free text by which templates are matched.' }),
  checkpoint: z.boolean().optional().meta({ description: 'false: no snapshot after this task.' }),
  breakpoint: z
    .union([z.boolean(), z.enum(['before', 'after'])])
    .optional()
    .meta({ description: 'Pause before or after this task; true: before it.' }),
  disabled: z.boolean().optional().meta({ description: 'Skip this task.' }),
  pinned: z.union([z.boolean(), jsonSchema]).optional().meta({
    description: 'Gives this output without running: true for what an earlier run gave, or the output itself.',
  }),
  continuationPolicy: z
    .enum(['latest-only'])
    .optional()
    .meta({ description: 'What a director resumes with: the latest evaluation.' }),
  outputSlot: nameSchema
    .optional()
    .meta({ description: 'Binding that a director reads the evaluation from. Default last_evaluator_output.' }),
  inputSource: nameSchema.optional().meta({ description: 'Binding that an evaluator reads from.' }),
  validationRules: z
    .string()
    .optional()
    .meta({ description: 'strict: the schema of the evaluation, with no other keys.' }),
  extensions: extensionsSchema.optional(),
});
