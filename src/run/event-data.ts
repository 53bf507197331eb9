import { z } from 'zod';
import { failureSchema } from '@/base/failure-schema';

/** The most characters of `task` and `result` in the event itself. Longer text is stored as a blob (`ref`). */
export const eventTextLimits = { task: 200, result: 2000 } as const;

/**
 * Tokens as the provider reported them, or as Heddle counted them if it did not (`estimated`). Cost in USD; null: the
 * price is not known.
 */
export const usageSchema = z.strictObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Thinking tokens among the output tokens; left out: none, or not known. */
  reasoningTokens: z.number().optional(),
  /** Input tokens read from the makers' prompt caches. */
  cachedTokens: z.number(),
  /** Input tokens written to these caches; left out: none. */
  cacheWriteTokens: z.number().optional(),
  costUsd: z.number().nullable(),
  /** Calls of tools that makers performed themselves. They may cost more than `costUsd` says. Left out: none. */
  makerCalls: z.number().int().optional(),
  /**
   * USD that caching saved; negative where writing the cache cost more than reading it saved. Left out: nothing was
   * cached, or the price is not known.
   */
  cacheSavedUsd: z.number().optional(),
  estimated: z.boolean(),
});
export type Usage = z.infer<typeof usageSchema>;

/**
 * A text, or the start of one. It is whole if `length` is not greater than `text.length`; else the whole is in the blob
 * `ref`.
 */
export const payloadSchema = z.strictObject({
  text: z.string().max(eventTextLimits.result),
  length: z.number().int(),
  ref: z.string().optional(),
});
export type Payload = z.infer<typeof payloadSchema>;

/** A number of bytes or tokens, or a count. */
export const size = z.number().int().min(0);

/** The most characters of a tool's arguments and of its result in a summary (seed 003). */
export const toolSummaryLength = 200;

/** Schema of {@link ToolCallSummary}. */
export const toolCallSummarySchema = z.strictObject({
  tool: z.string(),
  arguments: z.string().max(toolSummaryLength),
  result: z.string().max(toolSummaryLength),
  isError: z.boolean(),
});
/** A tool call, shortened for a list. */
export type ToolCallSummary = z.infer<typeof toolCallSummarySchema>;

/** How many calls of tools a script's event keeps, the newest, and characters of each of their texts. */
export const scriptCallLimits = { calls: 20, text: 500 } as const;

/** Schema of {@link ScriptToolCall}. */
export const scriptToolCallSchema = z.strictObject({
  tool: z.string(),
  arguments: payloadSchema,
  result: payloadSchema,
  isError: z.boolean(),
  durationMs: z.number(),
});
/** A call that a script made of a tool. Of its JSON arguments and its result only the start is kept. */
export type ScriptToolCall = z.infer<typeof scriptToolCallSchema>;

/**
 * Failed tries of a pipeline's step before one succeeded: how many, and why the last one failed. `usage`: what they
 * used.
 */
export const stepFailures = z.strictObject({
  count: z.number().int(),
  last: failureSchema,
  usage: usageSchema.nullable(),
});
export type StepFailures = z.infer<typeof stepFailures>;

/**
 * How an output was captured (TaskOutput of seed 000; language page, section 6). The text beside it is the view: what
 * templates and context see. Sizes are in bytes.
 */
export const captureSchema = z.strictObject({
  type: z.enum(['stdout', 'stderr', 'combined', 'file', 'summary']),
  /** Size of what was produced. */
  bytes: size,
  /** Whether the view is shorter than the whole; if so, `strategy` says how it was shortened. */
  truncated: z.boolean(),
  /** Bytes of it in the view; 0 for a summary. */
  shown: size.optional(),
  strategy: z.enum(['head', 'tail', 'both', 'summary']).optional(),
  /** Whether it had bytes that are not UTF-8; the view has replacement characters instead of them. */
  binary: z.boolean(),
  /** Where the whole output is stored; left out: the view is the whole. */
  stored: z
    .strictObject({
      /** Hash in the run's blob store. */
      ref: z.string(),
      /** Stored bytes, uncompressed: less than `bytes` if the output was larger than `max_stored_bytes`. */
      bytes: size,
      /** Path in `external_storage_dir`, with the seed's file name, if the output is stored as a file. */
      path: z.string().optional(),
    })
    .optional(),
});
export type Capture = z.infer<typeof captureSchema>;

/**
 * A task that ended within an iteration: its command, what it wrote, and how it ended. `path`: its journal path. For a
 * script that a director asked for it is the path of the round.
 */
export const iterationPartSchema = z.strictObject({
  path: z.string(),
  type: z.string(),
  /** The script, or the start of the prompt; left out: neither. */
  command: payloadSchema.optional(),
  /** The messages of its last model call. */
  prompt: payloadSchema.optional(),
  /** As in an iteration. */
  exitCode: z.number().int(),
  output: payloadSchema,
  capture: captureSchema.optional(),
  stderr: payloadSchema.optional(),
  stderrCapture: captureSchema.optional(),
  error: z.strictObject({ code: z.string(), message: z.string() }).optional(),
});
export type IterationPart = z.infer<typeof iterationPartSchema>;

/** How full the context window of a call is, in tokens. */
export const windowSchema = z.strictObject({
  /** Context window of the model; null: not known. */
  size: size.nullable(),
  /**
   * The most tokens that may be sent: `max_context_window_fraction` of `size`, less the room for the answer; null: not
   * known.
   */
  usable: size.nullable(),
  /** Tokens kept free for the answer. */
  reserve: size,
  /** Tokens that are sent. */
  sent: size,
  /** Whether the model's own tokenizer counted them. */
  exact: z.boolean(),
});
export type CallWindow = z.infer<typeof windowSchema>;
