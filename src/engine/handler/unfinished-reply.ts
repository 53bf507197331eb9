import { AppError } from '@/base/errors';
import type { ModelRef } from '@/plan/plan';

/**
 * The error of a reply that came to the limit of its tokens, `limit` as planned. `whose` limit it is: of the task, or
 * of the workflow. It hangs on the plan and the record alone: what a model can give may be learned before the run is
 * taken up.
 */
export function tokenLimitError(used: number, limit: number, whose: 'task' | 'workflow'): AppError {
  const most = limit === 0 ? used : limit;
  const raise = limit === 0 ? 'If the model can give more, set' : 'Raise';
  return new AppError('RESOURCE_EXHAUSTION', `The reply was cut off at ${most} tokens.`, {
    advice: `${raise} limits.max_output_tokens of the ${whose}, or ask for less.`,
    details: { resource: 'output', used, limit: most },
  });
}

/** Most characters of a refusal that are quoted. */
const maxQuoted = 300;

/**
 * The error of a reply that the provider did not let through, or the model refused to give. `said`: what came of it.
 */
export function contentFiltered(provider: string, said = ''): AppError {
  const words = Array.from(said.replace(/\s+/g, ' ').trim()).slice(0, maxQuoted).join('');
  const quoted = words === '' ? '' : ` It says: ${words}`;
  const message = `The model refused to answer, or its maker’s filter stopped the reply.${quoted}`;
  return new AppError('PROVIDER_ERROR', message, {
    advice: 'Change the prompt, or use another model.',
    details: { kind: 'content_filter', provider },
  });
}

/** That a server refused a request as too long. */
interface TooLong {
  readonly message: string;
  /** The window in tokens that it named; undefined: none. */
  readonly limit: number | undefined;
}

/** What an error says of a request that was too long for the server; undefined for any other. */
export function tooLongWords(error: unknown): TooLong | undefined {
  if (!(error instanceof AppError) || error.details?.['reason'] !== 'context_too_long') return undefined;
  const limit = error.details?.['limit'];
  return { message: error.message, limit: typeof limit === 'number' ? limit : undefined };
}

/** The error of a request that was too long for the server, and could not be made shorter. */
export function serverWindowExceeded({ model }: ModelRef, used: number, { message, limit }: TooLong): AppError {
  return new AppError('RESOURCE_EXHAUSTION', message, {
    advice: `Give the task less context, or use a model with a larger window than ${model}.`,
    details: { resource: 'window', used, limit: limit ?? used },
  });
}
