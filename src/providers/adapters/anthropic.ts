// The class itself, not `createAnthropic`, which refuses to be made without a key.
import {
  AnthropicLanguageModel,
  getModelCapabilities,
  supportsNativeStructuredOutputSchema,
} from '@ai-sdk/anthropic/internal';
import { defined } from '@/base/defined';
import type { JsonObject } from '@/base/json';
import { quoteWholeValues } from '@/base/json-text';
import type { Adapter, AdapterCall } from './adapter';
import { listOfferedNames } from './answers/call-pieces';
import { MessageAnswer } from './answers/message-answer';
import { adaptBody, addOptions } from './body';
import { hashPrefix, keepSoundThoughts } from './bound-thoughts';
import { addCacheMarks } from './cache-marks';
import { addMakerOptions } from './maker-work/offered-tools';
import { readStreamedReply } from './stream-reply';
import { isPlacedInResults } from './tool-files';

const reserved = new Set(['model', 'messages', 'system', 'stream']);
/** Paths of options with another name in this protocol (platform.claude.com/docs/en/api/messages). */
const places = { stop: ['stop_sequences'], reasoning_effort: ['output_config', 'effort'] };

/**
 * Anthropic messages. Options become fields of the body as written. Thoughts are sent back as long as the model accepts
 * them: if they are bound to their prefix, only while that is unchanged.
 */
export const sendToAnthropic: Adapter = async (call) => {
  const { provider, facts } = call;
  const request = facts.bindsThinking ? { ...call.request, messages: keepSoundThoughts(call.request) } : call.request;
  const model = new AnthropicLanguageModel(request.model.model, {
    provider: 'anthropic.messages',
    baseURL: provider.baseUrl,
    headers: {
      'anthropic-version': '2023-06-01',
      // Without this header Anthropic sends no CORS headers.
      'anthropic-dangerous-direct-browser-access': 'true',
      ...defined({ 'x-api-key': call.key }),
    },
    fetch: call.wire.fetchWith(
      (body) => {
        const filled = addMakerOptions(call.blocks.fill(body), request, 'anthropic');
        const asked = adaptBody(addOptions(filled, request.options, { reserved, places }), facts);
        const { caching } = request;
        return caching === undefined || facts.refuses.includes('cache_control') ? asked : addCacheMarks(asked, caching);
      },
      new MessageAnswer(listOfferedNames(request)),
    ),
  });
  const { outputSchema, ...plain } = request;
  const asked = isTakingSchema(request) ? request : plain;
  const reply = await readStreamedReply(
    model,
    { ...call, request: asked },
    {
      providerOptions: {
        anthropic: { ...quoteWholeValues(buildThinking(call)), toolStreaming: isAnthropic(provider.baseUrl) },
      },
      place: isPlacedInResults,
    },
  );
  const { origin } = reply;
  if (!facts.bindsThinking || origin === undefined) return reply;
  return { ...reply, origin: { ...origin, behind: hashPrefix(request) } };
};

/**
 * Whether the server is Anthropic itself. Only it takes `eager_input_streaming` in tools; others that check their
 * fields refuse every call with a tool (anthropics/claude-code #32820, anomalyco/opencode #24975, zed-industries/zed
 * #62806).
 */
function isAnthropic(baseUrl: string): boolean {
  return baseUrl.startsWith('https://api.anthropic.com/');
}

/**
 * Whether Anthropic itself can enforce the schema. Otherwise the library would force a tool call, which thinking models
 * refuse: then only the prompt states the schema.
 */
function isTakingSchema({ outputSchema, model }: AdapterCall['request']): boolean {
  if (outputSchema === undefined) return false;
  return (
    getModelCapabilities(model.model).supportsStructuredOutput &&
    supportsNativeStructuredOutputSchema(outputSchema as object)
  );
}

/** The thinking configuration; thoughts are requested as a summary, because they are hidden otherwise. */
function buildThinking({ request: { reasoningEffort, model }, facts }: AdapterCall): JsonObject {
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
 * Thinking budgets in tokens for models before 4.6, which accept a budget instead of an effort. The minimum is 1,024.
 */
const budgets = { low: 2048, medium: 8192, high: 16_384, xhigh: 24_576, max: 32_000 };
