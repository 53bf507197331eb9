import { createGoogle } from '@ai-sdk/google';
import type { JsonObject } from '@/base/json';
import { quoteWholeValues } from '@/base/json-text';
import type { Adapter, AdapterCall } from './adapter';
import { GeminiAnswer } from './answers/gemini-answer';
import { adaptBody, addOptions } from './body';
import { addMakerOptions } from './maker-work/offered-tools';
import { readStreamedReply } from './stream-reply';
import type { FilePlace } from './tool-files';

const reserved = new Set(['contents', 'systemInstruction', 'tools']);
/**
 * Paths for options that other protocols have at the top level (ai.google.dev/api/generate-content, GenerationConfig).
 */
const places = Object.fromEntries(
  [
    ['temperature', 'temperature'],
    ['top_p', 'topP'],
    ['top_k', 'topK'],
    ['stop', 'stopSequences'],
    ['seed', 'seed'],
    ['presence_penalty', 'presencePenalty'],
    ['frequency_penalty', 'frequencyPenalty'],
    ['thinkingConfig', 'thinkingConfig'],
    ['mediaResolution', 'mediaResolution'],
  ].map(([name = '', field = '']) => [name, ['generationConfig', field]]),
);

/** Google's own protocol (Gemini). Other options become fields of the body as written. */
export const sendToGoogle: Adapter = (call) => {
  const { provider, request, facts } = call;
  const sdk = createGoogle({
    baseURL: provider.baseUrl,
    // The library requires a key, and would look for one itself; without one, no header of an empty key is sent.
    apiKey: call.key ?? '',
    ...(call.key === undefined ? { headers: { 'x-goog-api-key': undefined } } : {}),
    fetch: call.wire.fetchWith((body) => {
      const filled = addMakerOptions(call.blocks.fill(body), request, 'google');
      return adaptBody(addOptions(filled, request.options, { reserved, places }), facts);
    }, new GeminiAnswer()),
  });
  const { outputSchema, ...plain } = request;
  const sentRequest = isTakingSchema(request) ? request : plain;
  return readStreamedReply(
    sdk(request.model.model),
    { ...call, request: sentRequest },
    { providerOptions: { google: quoteWholeValues(buildThinking(call)) }, place: placeFor(request.model.model) },
  );
};

/**
 * Whether the request can have a schema: before Gemini 3 it cannot be combined with tools
 * (ai.google.dev/gemini-api/docs/structured-output).
 */
function isTakingSchema({ outputSchema, tools = [], makerTools = [], model }: AdapterCall['request']): boolean {
  return outputSchema !== undefined && (tools.length + makerTools.length === 0 || !/gemini-[12]/.test(model.model));
}

/**
 * Gemini 3 and later accept images and PDF in results (ai.google.dev/gemini-api/docs/function-calling, multimodal
 * function responses); older models accept files in a message after them. GIF is never accepted (image understanding).
 */
function placeFor(model: string): FilePlace {
  const hasResults = /gemini-([3-9]|\d\d)/.test(model);
  return ({ kind, mediaType }) => {
    if (mediaType === 'image/gif' || kind === 'text') return undefined;
    return hasResults && kind !== 'audio' ? 'result' : 'message';
  };
}

/** The thinking configuration; summaries of thoughts are requested if the model is known to think. */
function buildThinking({ request: { reasoningEffort, model }, facts }: AdapterCall): JsonObject {
  const thinks = (facts.efforts?.length ?? 0) > 0;
  if (!thinks && reasoningEffort === undefined) return {};
  const level = reasoningEffort === undefined ? {} : buildThinkingLevel(reasoningEffort, model.model);
  return { thinkingConfig: { includeThoughts: reasoningEffort !== 'none', ...level } };
}

type Effort = NonNullable<AdapterCall['request']['reasoningEffort']>;

/**
 * Thinking budgets in tokens for models before Gemini 3 (ai.google.dev/gemini-api/docs/thinking): 0 turns thinking off,
 * if the model allows it.
 */
const budgets: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 4096,
  medium: 8192,
  high: 16_384,
  xhigh: 24_576,
  max: 24_576,
};

function buildThinkingLevel(effort: Effort, model: string): JsonObject {
  if (/gemini-[12]/.test(model)) return { thinkingBudget: budgets[effort] };
  return { thinkingLevel: effort === 'none' ? 'minimal' : effort === 'max' ? 'xhigh' : effort };
}
