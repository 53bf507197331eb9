import { AppError } from '@/base/errors';
import type { EventOf } from '@/run/events';

/** The error of a reply that is not whole; undefined if it is. `maxOutputTokens` is what the call allowed. */
export function cutOff(
  maxOutputTokens: number,
  { finishReason, usage, provider }: EventOf<'model.replied'>['data'],
): AppError | undefined {
  if (finishReason === 'length') {
    return new AppError('RESOURCE_EXHAUSTION', `The reply was cut off at ${maxOutputTokens} tokens.`, {
      advice: 'Raise limits.max_output_tokens of the task, or ask for less.',
      details: { resource: 'output', used: usage.outputTokens, limit: maxOutputTokens },
    });
  }
  if (finishReason === 'content_filter') {
    return new AppError('PROVIDER_ERROR', 'The provider’s content filter stopped the reply.', {
      advice: 'Change the prompt, or use another model.',
      details: { kind: 'content_filter', provider },
    });
  }
  return undefined;
}
