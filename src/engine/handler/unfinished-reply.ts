import { AppError, hasReason } from '@/base/errors';
import type { ModelRef } from '@/plan/plan';
import type { Usage } from '@/run/event-data';

/**
 * The error of a reply that reached its token limit; `limit` as planned. `whose`: whether the task or the workflow sets
 * the limit. It depends only on the plan and the record, because what is known of the model may change before the run
 * is resumed.
 */
export function createTokenLimitError(used: number, limit: number, whose: 'task' | 'workflow'): AppError {
  const most = limit === 0 ? used : limit;
  const raise = limit === 0 ? 'If the model can give more, set' : 'Raise';
  return new AppError('RESOURCE_EXHAUSTION', `The reply was cut off at ${most} tokens.`, {
    advice: `${raise} limits.max_output_tokens of the ${whose}, or ask for less.`,
    details: { resource: 'output', used, limit: most },
  });
}

/** What is wrong with an empty reply, as a violation. */
export function describeEmptyReply({ reasoningTokens = 0 }: Pick<Usage, 'reasoningTokens'>): readonly string[] {
  const thought = reasoningTokens === 0 ? '' : ` It thought (${reasoningTokens} tokens), and gave no answer.`;
  return [`The reply is empty.${thought}`];
}

/** Most characters of a refusal that are quoted. */
const maxQuoted = 300;

/** The error of a reply that the provider blocked or the model refused. `said`: the text so far. */
export function createContentFilteredError(provider: string, said = ''): AppError {
  const words = Array.from(said.replace(/\s+/g, ' ').trim()).slice(0, maxQuoted).join('');
  const quoted = words === '' ? '' : ` It says: ${words}`;
  const message = `The model refused to answer, or its maker’s filter stopped the reply.${quoted}`;
  return new AppError('PROVIDER_ERROR', message, {
    advice: 'Change the prompt, or use another model.',
    details: { kind: 'content_filter', provider },
  });
}

/** A refusal by the server because a request is too long. */
interface TooLong {
  readonly message: string;
  /** The window that the server named, in tokens; undefined: none. */
  readonly limit: number | undefined;
}

/** Reads an error of a request that was too long for the server; undefined for any other error. */
export function readTooLongError(error: unknown): TooLong | undefined {
  if (!hasReason(error, 'context_too_long')) return undefined;
  const limit = error.details?.['limit'];
  return { message: error.message, limit: typeof limit === 'number' ? limit : undefined };
}

/** The error of a request that was too long for the server and could not be shortened. */
export function createServerWindowError({ model }: ModelRef, used: number, { message, limit }: TooLong): AppError {
  return new AppError('RESOURCE_EXHAUSTION', message, {
    advice: `Give the task less context, or use a model with a larger window than ${model}.`,
    details: { resource: 'context', used, limit: limit ?? used },
  });
}
