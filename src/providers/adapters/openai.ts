import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { hashText } from '@/base/hash';
import type { Adapter } from './adapter';
import { streamReply } from './stream-reply';

/** Fields of the body that options cannot set: they are Heddle's to say. */
const reserved = new Set(['model', 'messages', 'stream', 'stream_options']);

/**
 * OpenAI chat completions, and all servers that speak it. Options become fields of the body as they are written.
 * Schemas are not sent as strict, since OpenAI's strict mode takes only a part of JSON Schema; replies are checked
 * anyway.
 */
export const openaiAdapter: Adapter = (call) => {
  const { provider, request } = call;
  const own = provider.baseUrl.startsWith('https://api.openai.com/');
  const options = Object.fromEntries(Object.entries(request.options).filter(([name]) => !reserved.has(name)));
  const sdk = createOpenAICompatible({
    name: 'heddle',
    baseURL: provider.baseUrl,
    ...(call.key === undefined ? {} : { apiKey: call.key }),
    // Only where it is known to be taken: servers such as Ollama refuse a preflight request that names a header they
    // do not know.
    ...(own ? { headers: { 'Idempotency-Key': hashText(request.idempotencyKey) } } : {}),
    includeUsage: true,
    supportsStructuredOutputs: true,
    transformRequestBody: ({ max_tokens, ...body }) => ({
      ...body,
      // OpenAI's own reasoning models refuse the old name, other servers do not know the new one.
      [own ? 'max_completion_tokens' : 'max_tokens']: max_tokens,
      ...options,
      ...(body.response_format?.json_schema === undefined ? {} : { response_format: lenient(body.response_format) }),
    }),
    fetch: call.fetch,
  });
  return streamReply(sdk.chatModel(request.model.model), call);
};

function lenient(format: { readonly json_schema: object }): object {
  return { ...format, json_schema: { ...format.json_schema, strict: false } };
}
