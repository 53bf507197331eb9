import { AppError } from '@/base/errors';

/** The error of a reply that came to the limit of its tokens. `whose` limit it is: of the task, or of the workflow. */
export function cutOff(used: number, limit: number, whose: 'task' | 'workflow'): AppError {
  return new AppError('RESOURCE_EXHAUSTION', `The reply was cut off at ${limit} tokens.`, {
    advice: `Raise limits.max_output_tokens of the ${whose}, or ask for less.`,
    details: { resource: 'output', used, limit },
  });
}

/** The error of a reply that the provider did not let through. */
export function contentFiltered(provider: string): AppError {
  return new AppError('PROVIDER_ERROR', 'The provider’s content filter stopped the reply.', {
    advice: 'Change the prompt, or use another model.',
    details: { kind: 'content_filter', provider },
  });
}
