import { z } from 'zod';
import { failureSchema } from '@/base/failure-schema';

/** The most characters of `task` and `result` that are in the event itself; what is longer is a blob (`ref`). */
export const eventTextLimits = { task: 200, result: 2000 } as const;

/**
 * Tokens as the provider reported them (or counted by us, where it did not: `estimated`). Cost in USD; null = price not
 * known.
 */
export const usageSchema = z.strictObject({
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Of the output, what the models thought; left out: none, or not known. */
  reasoningTokens: z.number().optional(),
  /** Of the input, what came from the makers' prompt caches. */
  cachedTokens: z.number(),
  /** Of the input, what was put into them; left out: none. */
  cacheWriteTokens: z.number().optional(),
  costUsd: z.number().nullable(),
  /** Calls of tools that makers performed themselves, which may cost more than `costUsd` tells; left out: none. */
  makerCalls: z.number().int().optional(),
  /**
   * By how much caching made it cheaper, in USD; negative where writing cost more than reading saved. Left out: nothing
   * was cached, or the price is not known.
   */
  cacheSavedUsd: z.number().optional(),
  estimated: z.boolean(),
});
export type Usage = z.infer<typeof usageSchema>;

/**
 * A text of which the start is at hand: whole if `length` is not greater than `text.length`, else in the blob `ref`.
 */
export const payloadSchema = z.strictObject({
  text: z.string().max(eventTextLimits.result),
  length: z.number().int(),
  ref: z.string().optional(),
});
export type Payload = z.infer<typeof payloadSchema>;

/** Of bytes, tokens, or a count. */
export const size = z.number().int().min(0);

/** The most characters of a tool's arguments and of its result in a summary (seed 003). */
export const toolSummaryLength = 200;

/** Of a tool's call, for a list. */
export const toolCallSummarySchema = z.strictObject({
  tool: z.string(),
  arguments: z.string().max(toolSummaryLength),
  result: z.string().max(toolSummaryLength),
  isError: z.boolean(),
});
/** A call of a tool, for a list. */
export type ToolCallSummary = z.infer<typeof toolCallSummarySchema>;

/** Tries of a step of a pipeline that failed before it was taken: how many, and why the last one did. */
export const stepFailures = z.strictObject({ count: z.number().int(), last: failureSchema });

/**
 * How an output was captured (TaskOutput of seed 000; language page, section 6). The text that is beside it is the
 * view: what templates and context see. Sizes are bytes.
 */
export const captureSchema = z.strictObject({
  type: z.enum(['stdout', 'stderr', 'combined', 'file', 'summary']),
  /** What was produced. */
  bytes: size,
  /** Whether the view is not the whole; then by which strategy it was made. */
  truncated: z.boolean(),
  /** How much of it is in the view; 0 for a summary. */
  shown: size.optional(),
  strategy: z.enum(['head', 'tail', 'both', 'summary']).optional(),
  /** Whether bytes that are not UTF-8 were among it; the view has replacement characters in their place. */
  binary: z.boolean(),
  /** Where the whole is; left out: the view is the whole. */
  stored: z
    .strictObject({
      /** In the blob store of the run. */
      ref: z.string(),
      /** What is kept, uncompressed: less than `bytes` if it was more than `max_stored_bytes`. */
      bytes: size,
      /** The file that it is kept as, if it is one of its own: in `external_storage_dir`, with the seed's name. */
      path: z.string().optional(),
    })
    .optional(),
});
export type Capture = z.infer<typeof captureSchema>;

/** Tokens of a call by what they are of. `kind` as in `SentPart` (plan/message.ts). */
export const windowSchema = z.strictObject({
  /** Context window of the model in tokens; null: not known. */
  size: size.nullable(),
  /** The most tokens that may be sent: `max_context_window_fraction` of it, and room for the answer; null: not known. */
  usable: size.nullable(),
  /** Kept free for the answer. */
  reserve: size,
  /** What is sent. */
  sent: size,
  /** Whether the model's own tokenizer counted. */
  exact: z.boolean(),
});
export type CallWindow = z.infer<typeof windowSchema>;
