import { AppError, hasReason } from '@/base/errors';
import { isJsonObject, type JsonObject } from '@/base/json';
import type { LearnedFact } from '@/engine/ports/model-client';
import type { ModelFacts } from '@/plan/model-facts';
import type { ModelRef } from '@/plan/plan';
import { findFieldPath } from './adapters/body';
import { windowParameter } from './catalogue/learned-facts';

/**
 * Learns the model's context window from the error for a request that was too long, if the server states one that is
 * smaller than the known window. The request is not repeated here: the caller has to shorten it.
 */
export function learnWindow(
  error: unknown,
  model: ModelRef,
  { maxInput, window }: ModelFacts,
): LearnedFact | undefined {
  if (!hasReason(error, 'context_too_long')) return undefined;
  const limit = error.details?.['limit'];
  if (typeof limit !== 'number' || limit < leastWindow || limit >= (maxInput ?? window ?? Number.POSITIVE_INFINITY))
    return undefined;
  return { model, parameter: windowParameter, instead: `${limit} tokens at most`, said: error.message };
}

/** No served model has a smaller window; a lower number in a message means something else. */
const leastWindow = 256;

/**
 * Fields without which a request is invalid, or means something else: none of them is left out, at whatever depth, even
 * if a server refuses it.
 */
const essential =
  /^(model|messages|input|contents|prompt|system|systemInstruction|instructions|stream|store|max_tokens|maxOutputTokens|max_output_tokens|max_completion_tokens|tools|role|content|parts|text|type|id|name|function|functionDeclarations|functionCall|functionResponse|arguments|args|parameters|parametersJsonSchema|input_schema|schema|json_schema|call_id|tool_calls|tool_call_id|tool_use_id|output|response|source|data|url|image_url|input_audio|file|inlineData|mimeType|media_type)$/;

/** Statuses with which servers refuse a parameter; none: they say so in a stream. */
const refusing: ReadonlySet<unknown> = new Set([400, 422, undefined]);

/**
 * What a refused request teaches about a model: parameters that it contained and that the model does not accept. Empty
 * if that is already known, so that the same request would only be refused again. `sent`: the body of the request.
 */
export function learnFrom(
  error: unknown,
  model: ModelRef,
  sent: JsonObject | undefined,
  facts: ModelFacts,
): readonly LearnedFact[] {
  if (!(error instanceof AppError) || sent === undefined || !refusing.has(error.details?.['status'])) return [];
  const refused = error.details?.['refused'];
  if (!Array.isArray(refused)) return [];
  const lessons = refused.filter(isJsonObject).flatMap(({ parameter, rename, responses }): readonly LearnedFact[] => {
    if (typeof parameter !== 'string') return [];
    const lesson = (instead: string, of = parameter) => ({ model, parameter: of, instead, said: error.message });
    if (responses === true) return facts.toolsNeedResponses ? [] : [lesson('asked through /v1/responses')];
    const path = findFieldPath(sent, parameter);
    if (path === undefined) return [];
    const isKnown = Object.hasOwn(facts.renames, parameter);
    if (typeof rename === 'string' && path.length === 1 && findFieldPath(sent, rename) === undefined && !isKnown) {
      return [lesson(`sent as ${rename}`)];
    }
    const name = path.join('.');
    if (essential.test(path.at(-1) ?? '') || facts.refuses.includes(name)) return [];
    return [lesson('left out', name)];
  });
  return lessons.filter(({ parameter }, index) => lessons.findIndex((one) => one.parameter === parameter) === index);
}
