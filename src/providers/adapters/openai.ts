// The class itself: `@ai-sdk/openai` reads variables of the environment as it is loaded, and fails at an empty address.
import { OpenAIResponsesLanguageModel } from '@ai-sdk/openai/internal';
import { defined } from '@/base/defined';
import { hashText } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { quoteWholeValues } from '@/base/json-text';
import type { Adapter } from './adapter';
import { ResponseAnswer } from './answers/response-answer';
import { adaptBody, addOptions } from './body';
import { addMakerOptions } from './maker-work/offered-tools';
import { readStreamedReply } from './stream-reply';
import { canBeStrict } from './strict-schema';
import { isPlacedInResults } from './tool-files';

const reserved = new Set(['model', 'input', 'instructions', 'stream', 'store']);
/**
 * Options with another path in Responses, or none (developers.openai.com/api/reference/resources/responses, read 22 Nov
 * 2026).
 */
const places = {
  max_tokens: ['max_output_tokens'],
  reasoning_effort: ['reasoning', 'effort'],
  verbosity: ['text', 'verbosity'],
  stop: undefined,
  seed: undefined,
  n: undefined,
  logit_bias: undefined,
  presence_penalty: undefined,
  frequency_penalty: undefined,
};

/**
 * OpenAI's Responses. Nothing is stored there: thoughts arrive encrypted and are sent back with the next turn. Options
 * become fields of the body as written.
 */
export const sendToOpenai: Adapter = (call) => {
  const { provider, request, facts } = call;
  const thinks = facts.efforts === undefined || facts.efforts.length > 0;
  const model = new OpenAIResponsesLanguageModel(request.model.model, {
    provider: 'openai.responses',
    url: ({ path }) => `${provider.baseUrl}${path}`,
    headers: {
      ...defined({ Authorization: call.key === undefined ? undefined : `Bearer ${call.key}` }),
      // Only for OpenAI itself: other servers may refuse a preflight request with an unknown header.
      ...(isOwn(provider.baseUrl) ? { 'Idempotency-Key': hashText(request.idempotencyKey) } : {}),
    },
    fileIdPrefixes: ['file-'],
    fetch: call.wire.fetchWith((body) => {
      const filled = addMakerOptions(call.blocks.fill(body), request, 'openai');
      return adaptBody(addOptions(filled, request.options, { reserved, places }), facts);
    }, new ResponseAnswer()),
  });
  const sdkOptions: JsonObject = {
    store: false,
    forceReasoning: thinks,
    strictJsonSchema: request.outputSchema !== undefined && canBeStrict(request.outputSchema),
    ...(request.reasoningEffort === undefined ? {} : { reasoningEffort: request.reasoningEffort }),
    // Routes calls with the same beginning to the server that has it cached
    // (developers.openai.com/api/docs/guides/prompt-caching).
    ...(request.caching === undefined ? {} : { promptCacheKey: request.caching.key }),
    // OpenAI shows thoughts only as a summary. It is requested only if the model is known to think by default.
    ...(isThinking(call) ? { reasoningSummary: 'auto' } : {}),
  };
  return readStreamedReply(model, call, {
    providerOptions: { openai: quoteWholeValues(sdkOptions) },
    place: isPlacedInResults,
    takesAnyArguments: isOwn(provider.baseUrl),
  });
};

function isThinking({ request, facts }: Parameters<Adapter>[0]): boolean {
  const effort = request.reasoningEffort ?? facts.defaultEffort;
  return effort !== undefined && effort !== 'none';
}

/** Whether the server is OpenAI itself, not one with the same protocol. */
export function isOwn(baseUrl: string): boolean {
  return baseUrl.startsWith('https://api.openai.com/');
}
