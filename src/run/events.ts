import { z } from 'zod';
import { failureSchema } from '@/base/failure-schema';
import { jsonSchema } from '@/base/json-schema';
import { attachedFileSchema } from './attached-file-schema';
import {
  captureSchema,
  eventTextLimits,
  payloadSchema,
  size,
  stepFailures,
  toolCallSummarySchema,
  usageSchema,
  windowSchema,
} from './event-data';

/**
 * Version of the event's form. What earlier ones did not have may be left out, so that their events are read as they
 * are.
 */
export const eventVersion = 3;

const base = {
  v: z.literal([1, 2, eventVersion]),
  /** Dense, from 1. */
  seq: z.number().int().min(1),
  /** ISO 8601. */
  t: z.string(),
  /** Journal key of the place, see `run/journal-path.ts`; empty for the run itself. */
  path: z.string(),
  /** First 8 characters of the path's hash. */
  id: z.string(),
  parent: z.string().optional(),
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
} as const;

const event = <K extends string, D extends z.ZodType>(kind: K, data: D) =>
  z.strictObject({ ...base, kind: z.literal(kind), data });
const none = z.strictObject({});
const duration = { durationMs: z.number() };

/** The model that the task names, as `provider:name`, where another one is called in place of it. */
const fallenBack = { insteadOf: z.string().optional() };

/** Paths of files that an effect made, changed or removed, as the workflow names them; left out: none. */
const filesChanged = z.array(z.string());

/**
 * Why a run waits: for a key, for somebody to sign in at a server, for room in the storage, for an answer about a
 * budget, or because a person paused it.
 */
const pauseReasons = ['key', 'sign_in', 'storage', 'budget', 'person'] as const;
export type PauseReason = (typeof pauseReasons)[number];

/** Why another model is called: the one before was not there, or refused the content. */
const absences = ['gone', 'overloaded', 'rate_limit', 'network', 'refusal'] as const;
export type Absence = (typeof absences)[number];

/** Reasons why a task did not run. */
const skipReasons = [
  'condition',
  'upstream_failed',
  'upstream_skipped',
  'disabled',
  'on_error',
  'no_case',
  'parts_skipped',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** What a finished task hands on: the result record of the language page, as far as it is text or small. */
const taskResult = {
  status: z.enum(['COMPLETE', 'CONTINUATION', 'FAILED']),
  /** With CONTINUATION: what is to be evaluated. */
  continuation: z.record(z.string(), jsonSchema).optional(),
  attempts: z.number().int(),
  usage: usageSchema.nullable(),
  artifact: z.string().optional(),
  /** Set where its content was shortened, or its whole is stored as a file. */
  capture: captureSchema.optional(),
  /** Of its content, in UTF-8. */
  bytes: size.optional(),
  /** JSON of the messages of its conversation, kept where histories are sent to agents. */
  transcript: payloadSchema.optional(),
  returns: z.record(z.string(), jsonSchema).optional(),
  notes: z.record(z.string(), jsonSchema).optional(),
  ...duration,
};

/**
 * Everything that happens in a run. Kinds are part of the stored log: add, never rename. Kinds of the engine page that
 * no part of the engine writes yet are not here.
 */
export const runEventSchema = z.discriminatedUnion('kind', [
  event(
    'run.started',
    /** `forkedFrom`: the run whose results are resumed to an event of it. */
    z.strictObject({
      planHash: z.string(),
      workflowId: z.string(),
      taskCount: z.number().int(),
      forkedFrom: z.strictObject({ executionId: z.string(), seq: z.number().int() }).optional(),
    }),
  ),
  event(
    'run.paused',
    z.strictObject({
      reason: z.enum(pauseReasons),
      provider: z.string().optional(),
      /** The host at which one has to sign in. */
      server: z.string().optional(),
    }),
  ),
  event('run.resumed', z.strictObject({ reason: z.enum(['reload', ...pauseReasons]) })),
  event('run.cancelled', none),
  event('run.completed', z.strictObject(duration)),
  event('run.failed', z.strictObject(duration)),
  event('task.started', z.strictObject({ type: z.string() })),
  event('task.completed', z.strictObject(taskResult)),
  event(
    'task.failed',
    /** Its result, if any, is what it produced until it failed; `notes.partial_results` what its parts did. */
    z.strictObject({
      attempts: z.number().int(),
      usage: usageSchema.nullable(),
      notes: z.record(z.string(), jsonSchema).optional(),
      ...duration,
    }),
  ),
  event(
    'task.skipped',
    /** `usage`: what it took until it was given up. */
    z.strictObject({ reason: z.enum(skipReasons), because: z.string().optional(), usage: usageSchema.optional() }),
  ),
  event('task.cancelled', none),
  event(
    'task.retrying',
    /** `attempt`: the number of the attempt to come. `transport`: the failure was one of the way to the provider. */
    z.strictObject({
      attempt: z.number().int(),
      delayMs: z.number(),
      transport: z.boolean(),
      /** Of the attempts before it. */
      usage: usageSchema.nullable().optional(),
    }),
  ),
  event(
    'model.requested',
    /** The messages are in the blob `ref`. */
    z.strictObject({
      provider: z.string(),
      turn: z.number().int(),
      attempt: z.number().int(),
      ...fallenBack,
      window: windowSchema.optional(),
      /** JSON of the `SentPart`s: what the messages are made of. */
      parts: payloadSchema.optional(),
      /** JSON of the tools that the model was told of. */
      tools: payloadSchema.optional(),
    }),
  ),
  event(
    'context.planned',
    /**
     * Which earlier outputs an attempt is told: the result is JSON of a `ContextPlan`. Recorded, as it depends on what
     * had ended by then. `told`: ids of what is in. `relevance`: the mean of it.
     */
    z.strictObject({
      tasks: size,
      bytes: size,
      candidates: size,
      told: z.array(z.string()),
      relevance: z.number(),
    }),
  ),
  event(
    'output.truncated',
    /** `wanted`: the strategy that was asked for, where another one had to do, with the reason in `why`. */
    z.strictObject({
      stream: z.enum(['stdout', 'stderr', 'content']),
      bytes: size,
      shown: size,
      strategy: z.enum(['head', 'tail', 'both', 'summary']),
      wanted: z.enum(['head', 'tail', 'both', 'summary']).optional(),
      why: z.string().optional(),
    }),
  ),
  event(
    'output.stored',
    /** A whole output that is kept as a file of its own: in the blob `ref`. */
    z.strictObject({
      stream: z.enum(['stdout', 'stderr', 'content']),
      bytes: size,
      storedBytes: size,
      file: z.string(),
      compressed: z.boolean(),
    }),
  ),
  event(
    'outputs.pruned',
    /** Candidates for context that were removed, by the ids of their tasks in the scope `path`. */
    z.strictObject({
      by: z.enum(['limit', 'hook']),
      strategy: z.string(),
      pruned: z.array(z.string()),
      left: size,
    }),
  ),
  event(
    'compaction.done',
    /**
     * Messages were replaced by one, the result. Of a `history` the ranges of `tasks` (journal paths); of a
     * `conversation` its older turns. `before`: JSON of the messages that were replaced, which can be restored. By
     * `window` and `transfer` they are so only for a call that has no room for more, or an agent that wants a summary;
     * by the others for all that come after.
     */
    z.strictObject({
      of: z.enum(['history', 'conversation']),
      trigger: z.enum(['on_complete', 'on_threshold', 'batch', 'manual', 'window', 'transfer']),
      strategy: z.enum(['aggressive', 'moderate', 'comprehensive']),
      preserve: z.array(z.enum(['outputs', 'decisions', 'errors'])),
      by: z.enum(['template', 'agent']),
      /** Why the agent did not do it, where one should have. */
      why: z.string().optional(),
      tasks: z.array(z.string()),
      before: payloadSchema,
      messages: size,
      tokensBefore: size,
      tokensAfter: size,
      /** What the agent took; left out: nothing. */
      usage: usageSchema.optional(),
    }),
  ),
  event(
    'compaction.restored',
    /** A person put the original messages of these tasks (journal paths) back. */
    z.strictObject({ tasks: z.array(z.string()) }),
  ),
  event(
    'model.replied',
    z.strictObject({
      provider: z.string(),
      ...fallenBack,
      finishReason: z.enum(['stop', 'length', 'content_filter', 'tool_calls', 'paused', 'other']),
      usage: usageSchema,
      /** Tokens that were sent by our own count, which what the provider reported corrects. */
      counted: size.optional(),
      /** JSON of the `ToolCall`s that the model asked for; left out: none. */
      toolCalls: payloadSchema.optional(),
      /** What it thought, as far as its maker tells; left out: nothing. */
      reasoning: payloadSchema.optional(),
      /** JSON of the `ReplyOrigin`: what its maker wants back with it, signatures and all; left out: nothing. */
      origin: payloadSchema.optional(),
      /** JSON of the `MakerWork`: what tools of its maker did for it, and its sources; left out: nothing. */
      maker: payloadSchema.optional(),
      /** Of a step of a pipeline; left out: none. */
      failures: stepFailures.optional(),
      ...duration,
    }),
  ),
  event(
    'model.fell_back',
    /**
     * A model was not there: from then on the task calls the next of its `fallback_models`, `to`. `said`: the message
     * of the failure. `usage`: of the reply by which it refused; left out: there was none. `passedOver`: those between
     * them that do not take what the task attaches.
     */
    z.strictObject({
      to: z.string(),
      why: z.enum(absences),
      said: z.string(),
      usage: usageSchema.optional(),
      passedOver: z.array(z.string()).optional(),
    }),
  ),
  event(
    'model.learned',
    /** A refused request told that the model does not take a parameter. The call was made again as `instead` says. */
    z.strictObject({ provider: z.string(), parameter: z.string(), instead: z.string(), said: z.string() }),
  ),
  event(
    'script.exited',
    /**
     * The result, and `stderr`, are views; the captures say of what, where it is not the whole. `filesChanged` null:
     * not known, as there were too many files.
     */
    z.strictObject({
      exitCode: z.number().int(),
      binary: z.boolean(),
      stderr: payloadSchema,
      capture: captureSchema.optional(),
      stderrCapture: captureSchema.optional(),
      filesChanged: filesChanged.nullable().optional(),
      ...duration,
    }),
  ),
  event(
    'tool.called',
    /**
     * `arguments`: JSON. The result is what the model is told. `filesChanged` as of a script. `files`: pictures and the
     * like that it gave, each a blob.
     */
    z.strictObject({
      tool: z.string(),
      arguments: payloadSchema,
      isError: z.boolean(),
      files: z.array(attachedFileSchema).optional(),
      filesChanged: filesChanged.nullable().optional(),
      ...duration,
    }),
  ),
  event(
    'input.requested',
    /**
     * The question is in `task`, whole in the blob `ref` if it is longer. Figures are those of a budget; of a `price`
     * the event names the model.
     */
    z.strictObject({
      kind: z.enum(['input', 'budget', 'price']),
      resource: z.enum(['tokens', 'cost']).optional(),
      used: z.number().optional(),
      limit: z.number().optional(),
      /** What the next call may take at most. */
      needed: z.number().optional(),
    }),
  ),
  event('input.provided', z.strictObject({ kind: z.enum(['input', 'budget', 'price']), ...duration })),
  event(
    'iteration.logged',
    /**
     * A round of a loop or of a director, or an attempt after which there was another (IterationLog of seed 003). The
     * result is what it produced. `exitCode`: 0 where it went well, else 1, or that of its script; -1 where that timed
     * out or could not be started.
     */
    z.strictObject({
      /** From 1, at its place. */
      n: z.number().int(),
      /** From 1, in the run. */
      ordinal: z.number().int().optional(),
      of: z.enum(['loop', 'director_evaluator', 'retry']),
      /** Start of the script that was run, or of the prompt. */
      command: z.string().max(eventTextLimits.task).optional(),
      exitCode: z.number().int(),
      stderr: payloadSchema.optional(),
      capture: captureSchema.optional(),
      stderrCapture: captureSchema.optional(),
      filesChanged: filesChanged.optional(),
      toolCalls: z.array(toolCallSummarySchema).optional(),
      /** The messages of its last call of a model. */
      prompt: payloadSchema.optional(),
      usage: usageSchema.nullable(),
      notes: z.record(z.string(), jsonSchema).optional(),
      ...duration,
    }),
  ),
  event(
    'vote.decided',
    /** The winner is the result. `votes`: count of each answer that was counted, the winner's first. */
    z.strictObject({
      k: z.number().int(),
      votes: z.array(z.number().int()),
      samples: z.number().int(),
      flags: z.number().int(),
      failures: stepFailures.optional(),
      usage: usageSchema.nullable(),
      ...duration,
    }),
  ),
  event(
    'pipeline.progress',
    /** `leftMs`: what the rest will take at this rate; null while nothing can be said. `rate`: steps a second. */
    z.strictObject({
      done: z.number().int(),
      total: z.number().int(),
      leftMs: z.number().nullable(),
      rate: z.number().nullable().optional(),
    }),
  ),
  event(
    'checkpoint.saved',
    /**
     * A snapshot of the run as of event `upTo`: what a run is resumed from without its whole log. `bytes`: as it is
     * stored.
     */
    z.strictObject({
      upTo: z.number().int().min(1),
      bytes: size,
      why: z.enum(['interval', 'length', 'hook', 'rest']),
      ...duration,
    }),
  ),
  event(
    'reparse.done',
    /** The result is what is in the task's place, as YAML. `tasks`: how many. `reason`: the code of the failure. */
    z.strictObject({ reason: z.string(), depth: z.number().int(), tasks: z.number().int() }),
  ),
  event('resource.exhausted', z.strictObject({ resource: z.string(), used: z.number().nullable(), limit: z.number() })),
  event(
    'effect.recorded',
    /**
     * `file`: what a try of best_of did to its copy of a file; the result is the content, as `value` says. `files`:
     * that the copy of the chosen try took the place of the files; `value`: the paths of those that were changed.
     */
    z.strictObject({ effect: z.enum(['clock', 'random', 'choice', 'file', 'files']), value: jsonSchema }),
  ),
  event('resource.warning', z.strictObject({ message: z.string() })),
]);
export type RunEvent = z.infer<typeof runEventSchema>;
export type RunEventKind = RunEvent['kind'];
export type EventOf<K extends RunEventKind> = Extract<RunEvent, { kind: K }>;

/** An event before the log has given it its number, time and version. */
export type EventDraft = RunEvent extends infer E
  ? E extends RunEvent
    ? Omit<E, 'v' | 'seq' | 't' | 'id'>
    : never
  : never;
