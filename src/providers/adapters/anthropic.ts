// The class itself, not `createAnthropic`: only it lets options into the body as they are written.
import { AnthropicMessagesLanguageModel } from '@ai-sdk/anthropic/internal';
import type { Adapter } from './adapter';
import { streamReply } from './stream-reply';

/** Fields of the body that options cannot set: they are Heddle's to say. */
const reserved = new Set(['model', 'messages', 'system', 'stream']);

/**
 * Anthropic messages. Options become fields of the body as they are written; `stop` is sent under Anthropic's name.
 */
export const anthropicAdapter: Adapter = (call) => {
  const { provider, request } = call;
  const options = Object.entries(request.options)
    .filter(([name]) => !reserved.has(name))
    .map(([name, value]) =>
      name === 'stop' ? ['stop_sequences', typeof value === 'string' ? [value] : value] : [name, value],
    );
  const model = new AnthropicMessagesLanguageModel(request.model.model, {
    provider: 'anthropic.messages',
    baseURL: provider.baseUrl,
    headers: {
      'anthropic-version': '2023-06-01',
      // Without it Anthropic sends no CORS headers.
      'anthropic-dangerous-direct-browser-access': 'true',
      ...(call.key === undefined ? {} : { 'x-api-key': call.key }),
    },
    transformRequestBody: (body) => ({ ...body, ...Object.fromEntries(options) }),
    fetch: call.fetch,
  });
  return streamReply(model, call);
};
