import { z } from 'zod';
import { failureSchema } from '@/base/failure-schema';
import { jsonSchema } from '@/base/json-schema';
import { runTargetsSchema } from '@/plan/partial/run-targets';
import { attachedFileSchema } from './attached-file-schema';
import {
  captureSchema,
  eventTextLimits,
  iterationPartSchema,
  payloadSchema,
  scriptCallLimits,
  scriptToolCallSchema,
  size,
  stepFailures,
  toolCallSummarySchema,
  usageSchema,
  windowSchema,
} from './event-data';
import { forkedFromSchema } from './run-edit';

/** Version of the event format; 5 is that of Heddle 0.2.0. */
export const eventVersion = 5;

const base = {
  /** Lists read older events too, as far as these have today's form, to tell how such a run ended. */
  v: z.number().int().min(1).max(eventVersion),
  /** Numbered from 1 without gaps. */
  seq: z.number().int().min(1),
  /** ISO 8601. */
  t: z.string(),
  /** Journal path, see `run/journal-path.ts`; empty for the run itself. */
  path: z.string(),
  /** First 8 characters of the path's hash. */
  id: z.string(),
  parent: z.string().optional(),
  /** The pipeline (`pipeline_id`, else the id of its task) that the event belongs to, and its step, from 0. */
  pipeline: z.string().optional(),
  step: size.optional(),
  label: z.string().optional(),
  model: z.string().optional(),
  /** Start of the prompt or script. */
  task: z.string().max(eventTextLimits.task).optional(),
  /** Start of the result; whole if `full_result_len` is not greater. */
  result: z.string().max(eventTextLimits.result).optional(),
  full_result_len: z.number().int().optional(),
  /** Hash of the whole payload in the blob store. */
  ref: z.string().optional(),
  error: failureSchema.optional(),
  /** Hash of the inputs of a recorded step. */
  hash: z.string().optional(),
  /** Of a call of a model whose answer may serve other runs: its hash, if more than its request decides which fits. */
  call: z.string().optional(),
  /** Which of several equal calls of the run it is; left out: the first. */
  sample: z.number().int().min(2).optional(),
  /**
   * Set for a step whose result was taken over from an earlier run: the run that paid for it, if it is known, and the
   * number and the time of its event there.
   */
  taken: z.strictObject({ run: z.string().optional(), seq: size, t: z.string().optional() }).optional(),
  /** Set for a step whose result a person wrote in place of a recorded one, and for a prompt that a person wrote. */
  written: z.literal(true).optional(),
} as const;

const createEventSchema = <K extends string, D extends z.ZodType>(kind: K, data: D) =>
  z.strictObject({ ...base, kind: z.literal(kind), data });
const none = z.strictObject({});
const duration = { durationMs: z.number() };

/**
 * What a person is asked: for an input, a limit, a price, whether a tool may be called, how to go on from a breakpoint.
 */
const questionKinds = ['input', 'budget', 'price', 'approval', 'breakpoint'] as const;

/** The model that the task names, as `provider:name`, if another model is called instead. */
const fallenBack = { insteadOf: z.string().optional() };

/** Paths of files that an effect created, changed or removed, as the workflow names them; left out: none. */
const filesChanged = z.array(z.string());

/**
 * Why a run waits: for a key, for a person to sign in at a server, for free storage, for an answer about a budget, or
 * because a person paused it.
 */
const pauseReasons = ['key', 'sign_in', 'storage', 'budget', 'person'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why another model is called: the previous one was not available, or refused the content. */
const absences = ['gone', 'overloaded', 'rate_limit', 'network', 'cut_off', 'refusal'] as const;
export type Absence = (typeof absences)[number];

/** Reasons why a task did not run. */
const skipReasons = [
  'condition',
  'upstream_failed',
  'upstream_skipped',
  'none_failed',
  'disabled',
  'on_error',
  'no_case',
  'parts_skipped',
  'deadline',
  'not_chosen',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** The output of a finished task: the result record of the language page, as far as it is text or small. */
const taskResult = {
  status: z.enum(['COMPLETE', 'CONTINUATION', 'FAILED']),
  /** With CONTINUATION: the data to evaluate. */
  continuation: z.record(z.string(), jsonSchema).optional(),
  attempts: z.number().int(),
  usage: usageSchema.nullable(),
  artifact: z.string().optional(),
  /** Set if the task did not run, but gave its pinned output. */
  pinned: z.literal(true).optional(),
  /** Set if the task did not run, but gave what a person wrote in place of an earlier output. */
  written: z.literal(true).optional(),
  /** Set if the content was shortened, or if its full text is stored as a file. */
  capture: captureSchema.optional(),
  /** UTF-8 bytes of the content. */
  bytes: size.optional(),
  /** JSON of the messages of its conversation, stored if agents are sent histories. */
  transcript: payloadSchema.optional(),
  returns: z.record(z.string(), jsonSchema).optional(),
  notes: z.record(z.string(), jsonSchema).optional(),
  ...duration,
};

/**
 * Everything that happens in a run. Kinds are part of the stored log: add kinds, never rename one. Kinds of the engine
 * page that no part of the engine writes yet are missing.
 */
export const runEventSchema = z.discriminatedUnion('kind', [
  createEventSchema(
    'run.started',
    /** `forkedFrom`: the run whose results are reused, up to one of its events, and what a person wrote in it. */
    z.strictObject({
      planHash: z.string(),
      workflowId: z.string(),
      taskCount: z.number().int(),
      forkedFrom: forkedFromSchema.optional(),
      /** Set if only a part of the workflow runs. */
      targets: runTargetsSchema.optional(),
      /** Set for a dry run: what its models, scripts and tools gave is made up. */
      isDry: z.literal(true).optional(),
    }),
  ),
  createEventSchema(
    'run.paused',
    z.strictObject({
      reason: z.enum(pauseReasons),
      provider: z.string().optional(),
      /** The host at which the person has to sign in. */
      server: z.string().optional(),
    }),
  ),
  createEventSchema('run.resumed', z.strictObject({ reason: z.enum(['reload', ...pauseReasons]) })),
  createEventSchema('run.cancelled', none),
  createEventSchema('run.completed', z.strictObject(duration)),
  createEventSchema('run.failed', z.strictObject(duration)),
  createEventSchema(
    'task.started',
    /** `parts`: how many items, steps or tasks it goes through; left out: not known, or it has none. */
    z.strictObject({ type: z.string(), parts: size.optional() }),
  ),
  createEventSchema('task.completed', z.strictObject(taskResult)),
  createEventSchema(
    'task.failed',
    /**
     * The result, if any, is what the task produced before it failed. `notes.partial_results` is what its parts
     * produced.
     */
    z.strictObject({
      attempts: z.number().int(),
      usage: usageSchema.nullable(),
      notes: z.record(z.string(), jsonSchema).optional(),
      ...duration,
    }),
  ),
  createEventSchema(
    'task.skipped',
    /** `usage`: what the task used before it was given up. */
    z.strictObject({ reason: z.enum(skipReasons), because: z.string().optional(), usage: usageSchema.optional() }),
  ),
  createEventSchema('task.cancelled', none),
  createEventSchema(
    'task.retrying',
    /** `attempt`: the number of the next attempt. `transport`: the connection to the provider failed. */
    z.strictObject({
      attempt: z.number().int(),
      delayMs: z.number(),
      transport: z.boolean(),
      /** Usage of the attempts so far. */
      usage: usageSchema.nullable().optional(),
    }),
  ),
  createEventSchema(
    'model.requested',
    /** The messages are in the blob `ref`. */
    z.strictObject({
      provider: z.string(),
      turn: z.number().int(),
      attempt: z.number().int(),
      ...fallenBack,
      window: windowSchema.optional(),
      /** JSON of the `SentPart`s that make up the messages. */
      parts: payloadSchema.optional(),
      /** JSON of the tools declared to the model. */
      tools: payloadSchema.optional(),
    }),
  ),
  createEventSchema(
    'context.planned',
    /**
     * Which earlier outputs are in the prompt of an attempt. The result is JSON of a `ContextPlan`. It is recorded
     * because it depends on which tasks had ended by then. `told`: ids of the tasks whose outputs are in the prompt.
     * `relevance`: the mean relevance of these outputs.
     */
    z.strictObject({
      tasks: size,
      bytes: size,
      candidates: size,
      told: z.array(z.string()),
      relevance: z.number(),
    }),
  ),
  createEventSchema(
    'output.truncated',
    /** `wanted`: the requested strategy, if another one was used; `why` is the reason. */
    z.strictObject({
      stream: z.enum(['stdout', 'stderr', 'content']),
      bytes: size,
      shown: size,
      strategy: z.enum(['head', 'tail', 'both', 'summary']),
      wanted: z.enum(['head', 'tail', 'both', 'summary']).optional(),
      why: z.string().optional(),
    }),
  ),
  createEventSchema(
    'output.stored',
    /** A full output that is stored as a file. Its content is in the blob `ref`. */
    z.strictObject({
      stream: z.enum(['stdout', 'stderr', 'content']),
      bytes: size,
      storedBytes: size,
      file: z.string(),
      compressed: z.boolean(),
    }),
  ),
  createEventSchema(
    'outputs.pruned',
    /** Outputs that were removed from the candidates for context, by the ids of their tasks in the scope `path`. */
    z.strictObject({
      by: z.enum(['limit', 'hook']),
      strategy: z.string(),
      pruned: z.array(z.string()),
      left: size,
    }),
  ),
  createEventSchema(
    'compaction.done',
    /**
     * Messages were replaced by one message, the result. For a `history`, they are the ranges of `tasks` (journal
     * paths); for a `conversation`, its older turns. `before`: JSON of the replaced messages, which can be restored.
     * The triggers `window` and `transfer` replace them for one call only: one that has no room for more, or one to an
     * agent that takes summaries. The other triggers replace them for all later calls.
     */
    z.strictObject({
      of: z.enum(['history', 'conversation']),
      trigger: z.enum(['on_complete', 'on_threshold', 'batch', 'manual', 'window', 'transfer']),
      strategy: z.enum(['aggressive', 'moderate', 'comprehensive']),
      preserve: z.array(z.enum(['outputs', 'decisions', 'errors'])),
      by: z.enum(['template', 'agent']),
      /** Why no agent wrote the summary, if one should have. */
      why: z.string().optional(),
      tasks: z.array(z.string()),
      before: payloadSchema,
      messages: size,
      tokensBefore: size,
      tokensAfter: size,
      /** Usage of the agent; left out: no model was called. */
      usage: usageSchema.optional(),
    }),
  ),
  createEventSchema(
    'compaction.restored',
    /** A person restored the original messages of these tasks (journal paths). */
    z.strictObject({ tasks: z.array(z.string()) }),
  ),
  createEventSchema(
    'model.replied',
    z.strictObject({
      provider: z.string(),
      ...fallenBack,
      finishReason: z.enum(['stop', 'length', 'content_filter', 'tool_calls', 'paused', 'other']),
      usage: usageSchema,
      /** Sent tokens as Heddle counted them. The count that the provider reports takes precedence. */
      counted: size.optional(),
      /** JSON of the `ToolCall`s that the model asked for; left out: none. */
      toolCalls: payloadSchema.optional(),
      /** The model's thinking, as far as its maker shows it; left out: none. */
      reasoning: payloadSchema.optional(),
      /**
       * JSON of the `ReplyOrigin`: what the maker needs sent back with the reply, signatures included; left out:
       * nothing.
       */
      origin: payloadSchema.optional(),
      /** JSON of the `MakerWork`: what the maker's tools did for the reply, and its sources; left out: nothing. */
      maker: payloadSchema.optional(),
      /** Failed tries of a pipeline's step; left out: none. */
      failures: stepFailures.optional(),
      ...duration,
    }),
  ),
  createEventSchema(
    'model.fell_back',
    /**
     * A model was not available. From here on the task calls `to`, the next of its `fallback_models`. `said`: the
     * message of the failure. `usage`: of the reply that was a refusal; left out: there was no reply. `passedOver`:
     * models in between, skipped because they do not take the task's attachments.
     */
    z.strictObject({
      to: z.string(),
      why: z.enum(absences),
      said: z.string(),
      usage: usageSchema.optional(),
      passedOver: z.array(z.string()).optional(),
    }),
  ),
  createEventSchema(
    'model.learned',
    /** A refused request showed that the model does not take a parameter. The call was repeated as `instead` says. */
    z.strictObject({ provider: z.string(), parameter: z.string(), instead: z.string(), said: z.string() }),
  ),
  createEventSchema(
    'script.exited',
    /**
     * The result and `stderr` are views. Where a view is not the whole output, its capture describes the whole.
     * `filesChanged` null: not known.
     */
    z.strictObject({
      exitCode: z.number().int(),
      /** The script; left out: it is not longer than `task`. */
      wholeCommand: payloadSchema.optional(),
      timedOut: z.boolean().optional(),
      binary: z.boolean(),
      stderr: payloadSchema,
      capture: captureSchema.optional(),
      stderrCapture: captureSchema.optional(),
      filesChanged: filesChanged.nullable().optional(),
      /** How often it called each of its tools, and how many of these calls failed; left out: never. */
      called: z.record(z.string(), z.strictObject({ count: size, failed: size })).optional(),
      /** The newest of these calls, in the order in which they ended; left out: none, or not known. */
      calls: z.array(scriptToolCallSchema).max(scriptCallLimits.calls).optional(),
      ...duration,
    }),
  ),
  createEventSchema(
    'tool.called',
    /**
     * `arguments`: JSON. The result is what the model is sent. `filesChanged`: as for a script. `files`: pictures and
     * other files that the tool returned, each stored as a blob.
     */
    z.strictObject({
      tool: z.string(),
      arguments: payloadSchema,
      isError: z.boolean(),
      files: z.array(attachedFileSchema).optional(),
      filesChanged: filesChanged.nullable().optional(),
      /** What a person said before it was called; left out: nobody was asked. */
      approval: z.enum(['given', 'changed', 'refused']).optional(),
      ...duration,
    }),
  ),
  createEventSchema(
    'input.requested',
    /**
     * The question is in `task`; if it is longer, the whole is in the blob `ref`. The figures are those of a budget.
     * For a `price`, the event names the model.
     */
    z.strictObject({
      kind: z.enum(questionKinds),
      /** JSON of the `AskForm` that is to be filled in; left out: the answer is a text. */
      form: payloadSchema.optional(),
      /** When the time for an answer is up, in ms since 1970; left out: never. */
      deadline: z.number().optional(),
      /** Of an approval: the tool, the JSON of its arguments, and that of their JSON Schema. */
      tool: z.string().optional(),
      arguments: payloadSchema.optional(),
      parameters: payloadSchema.optional(),
      resource: z.enum(['tokens', 'cost']).optional(),
      used: z.number().optional(),
      limit: z.number().optional(),
      /** Most that the next call may use. */
      needed: z.number().optional(),
    }),
  ),
  createEventSchema(
    'input.provided',
    /** `missed`: nobody answered in time. */
    z.strictObject({ kind: z.enum(questionKinds), missed: z.literal(true).optional(), ...duration }),
  ),
  createEventSchema(
    'iteration.logged',
    /**
     * A round of a loop or of a director, an attempt that was followed by another, or a failed try of a pipeline's step
     * (IterationLog of seed 003). The result is what it produced. `command`, `exitCode` and `stderr` are those of the
     * part `decidedBy`, if it has one. `exitCode`: 0 if it succeeded; else 1, or the exit code of its script; -1 if the
     * script timed out or could not be started.
     */
    z.strictObject({
      /** Numbered from 1 within its task. */
      n: z.number().int(),
      /** Numbered from 1 within the run. */
      ordinal: z.number().int().optional(),
      of: z.enum(['loop', 'director_evaluator', 'retry', 'step']),
      /** Start of the script or of the prompt. */
      command: z.string().max(eventTextLimits.task).optional(),
      /** The whole script, if it is longer. */
      wholeCommand: payloadSchema.optional(),
      exitCode: z.number().int(),
      /** The tasks that ended in it, in order; of very many, the newest and those that failed. Left out: none. */
      parts: z.array(iterationPartSchema).optional(),
      /** Path of the part whose end decided how it ended; left out: none did by itself. */
      decidedBy: z.string().optional(),
      stderr: payloadSchema.optional(),
      capture: captureSchema.optional(),
      stderrCapture: captureSchema.optional(),
      filesChanged: filesChanged.optional(),
      toolCalls: z.array(toolCallSummarySchema).optional(),
      /** The messages of its last model call. */
      prompt: payloadSchema.optional(),
      /** Calls of models in a try of a step. They have no events of their own. */
      calls: size.optional(),
      /** JSON of the state that the loop hands on to its next round; left out: it has none. */
      state: payloadSchema.optional(),
      usage: usageSchema.nullable(),
      notes: z.record(z.string(), jsonSchema).optional(),
      ...duration,
    }),
  ),
  createEventSchema(
    'vote.decided',
    /** The winner is the result. `votes`: the count of each answer, the winner's first. */
    z.strictObject({
      k: z.number().int(),
      votes: z.array(z.number().int()),
      samples: z.number().int(),
      flags: z.number().int(),
      /** Numbers of the samples with a red flag; left out: none, or not recorded. */
      flagged: z.array(z.number().int()).optional(),
      failures: stepFailures.optional(),
      usage: usageSchema.nullable(),
      ...duration,
    }),
  ),
  createEventSchema(
    'pipeline.progress',
    /** `leftMs`: estimated time for the remaining steps at this rate; null: not known yet. `rate`: steps per second. */
    z.strictObject({
      done: z.number().int(),
      total: z.number().int(),
      leftMs: z.number().nullable(),
      rate: z.number().nullable().optional(),
    }),
  ),
  createEventSchema(
    'checkpoint.saved',
    /**
     * A snapshot of the run as of event `upTo`: the run resumes from it without its whole log. `bytes`: size as stored.
     */
    z.strictObject({
      upTo: z.number().int().min(1),
      bytes: size,
      why: z.enum(['interval', 'length', 'hook', 'rest']),
      ...duration,
    }),
  ),
  createEventSchema(
    'reparse.done',
    /**
     * The result is the workflow that replaces the task, as YAML. `tasks`: how many tasks it has. `reason`: the code of
     * the failure.
     */
    z.strictObject({ reason: z.string(), depth: z.number().int(), tasks: z.number().int() }),
  ),
  createEventSchema(
    'resource.exhausted',
    z.strictObject({ resource: z.string(), used: z.number().nullable(), limit: z.number() }),
  ),
  createEventSchema(
    'effect.recorded',
    /**
     * `file`: what a try of best_of did to its copy of a file; `value` describes it, and the result is the content.
     * `files`: the copy of the chosen try replaced the files; `value`: the paths of the changed files.
     */
    z.strictObject({ effect: z.enum(['clock', 'random', 'choice', 'file', 'files']), value: jsonSchema }),
  ),
  createEventSchema('resource.warning', z.strictObject({ message: z.string() })),
]);
export type RunEvent = z.infer<typeof runEventSchema>;
export type RunEventKind = RunEvent['kind'];
export type EventOf<K extends RunEventKind> = Extract<RunEvent, { kind: K }>;

/** An event before the log has added its number, time and version. */
export type EventDraft = RunEvent extends infer E
  ? E extends RunEvent
    ? Omit<E, 'v' | 'seq' | 't' | 'id'>
    : never
  : never;
