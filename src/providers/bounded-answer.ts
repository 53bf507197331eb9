import { AppError } from '@/base/errors';
import type { ProviderConfig } from './provider-config';

/**
 * The most bytes of one answer. No reply of a model comes near it; a server that never stops sending would fill the
 * memory.
 */
const maxAnswerBytes = 64 * 2 ** 20;

/** The response with a body that fails with `RESOURCE_EXHAUSTION` beyond this limit. */
export function boundAnswer(response: Response, provider: ProviderConfig): Response {
  if (response.body === null) return response;
  let used = 0;
  const bound = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      used += chunk.byteLength;
      if (used > maxAnswerBytes) controller.error(createTooLongError(provider, used));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(bound), response);
}

function createTooLongError({ id, label }: ProviderConfig, used: number): AppError {
  const limit = maxAnswerBytes / 2 ** 20;
  return new AppError('RESOURCE_EXHAUSTION', `${label} sent more than ${limit} MB in one answer, so it was stopped.`, {
    advice: 'Check what kind of server this is, or choose another model.',
    details: { resource: 'output', used, limit: maxAnswerBytes, provider: id },
  });
}
