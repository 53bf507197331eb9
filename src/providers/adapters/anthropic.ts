// The class itself, not `createAnthropic`, which refuses to be made without a key.
import {
  AnthropicLanguageModel,
  getModelCapabilities,
  supportsNativeStructuredOutputSchema,
} from '@ai-sdk/anthropic/internal';
import type { JsonObject } from '@/base/json';
import type { Adapter, AdapterCall } from './adapter';
import { asTaken, withOptions } from './body';
import { behindOf, soundThoughts } from './bound-thoughts';
import { withCacheMarks } from './cache-marks';
import { withMakerOptions } from './maker-work/offered-tools';
import { streamReply } from './stream-reply';
import { inResults } from './tool-files';

const reserved = new Set(['model', 'messages', 'system', 'stream']);
/** Under Anthropic's name (platform.claude.com/docs/en/api/messages). */
const places = { stop: ['stop_sequences'], reasoning_effort: ['output_config', 'effort'] };

/**
 * Anthropic messages. Options become fields of the body as they are written. What a model thought goes back as long as
 * its maker takes it: where that is bound to all that was said before it, only while nothing of that has changed.
 */
export const anthropicAdapter: Adapter = async (call) => {
  const { provider, facts } = call;
  const request = facts.bindsThinking ? { ...call.request, messages: soundThoughts(call.request) } : call.request;
  const model = new AnthropicLanguageModel(request.model.model, {
    provider: 'anthropic.messages',
    baseURL: provider.baseUrl,
    headers: {
      'anthropic-version': '2023-06-01',
      // Without it Anthropic sends no CORS headers.
      'anthropic-dangerous-direct-browser-access': 'true',
      ...(call.key === undefined ? {} : { 'x-api-key': call.key }),
    },
    fetch: call.wire.fetchWith((body) => {
      const filled = withMakerOptions(call.blocks.fill(body), request, 'anthropic');
      const asked = asTaken(withOptions(filled, request.options, { reserved, places }), facts);
      const { caching } = request;
      return caching === undefined || facts.refuses.includes('cache_control') ? asked : withCacheMarks(asked, caching);
    }),
  });
  const { outputSchema, ...plain } = request;
  const asked = takesSchema(request) ? request : plain;
  const reply = await streamReply(
    model,
    { ...call, request: asked },
    { providerOptions: { anthropic: thinkingOf(call) }, place: inResults },
  );
  const { origin } = reply;
  if (!facts.bindsThinking || origin === undefined) return reply;
  return { ...reply, origin: { ...origin, behind: behindOf(request) } };
};

/**
 * Whether the reply can be held to the schema by Anthropic itself. Where it cannot, the library would force the call of
 * a tool in its place, which models that think refuse: then the prompt alone states the schema.
 */
function takesSchema({ outputSchema, model }: AdapterCall['request']): boolean {
  if (outputSchema === undefined) return false;
  return (
    getModelCapabilities(model.model).supportsStructuredOutput &&
    supportsNativeStructuredOutputSchema(outputSchema as object)
  );
}

/** How hard to think; shown in summary, as it is not shown at all otherwise. */
function thinkingOf({ request: { reasoningEffort, model }, facts }: AdapterCall): JsonObject {
  const shown = { type: 'adaptive', display: 'summarized' };
  if (reasoningEffort === undefined) {
    const byItself = facts.defaultEffort !== undefined && facts.defaultEffort !== 'none';
    return byItself ? { thinking: shown } : {};
  }
  if (reasoningEffort === 'none') return { thinking: { type: 'disabled' } };
  const effort = reasoningEffort === 'minimal' ? 'low' : reasoningEffort;
  return getModelCapabilities(model.model).supportsAdaptiveThinking
    ? { thinking: shown, effort }
    : { thinking: { type: 'enabled', budgetTokens: budgets[effort] } };
}

/**
 * Tokens to think with, for models before 4.6, which take a budget in the place of an effort. The least that is taken
 * is 1,024.
 */
const budgets = { low: 2048, medium: 8192, high: 16_384, xhigh: 24_576, max: 32_000 };
