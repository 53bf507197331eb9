import { AppError } from '@/base/errors';
import { isJsonObject, type JsonObject } from '@/base/json';
import type { LearnedFact } from '@/engine/ports/model-client';
import type { ModelFacts } from '@/plan/model-facts';
import type { ModelRef } from '@/plan/plan';
import { hasField } from './adapters/body';
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
  if (!(error instanceof AppError) || error.details?.['reason'] !== 'context_too_long') return undefined;
  const limit = error.details?.['limit'];
  if (typeof limit !== 'number' || limit < leastWindow || limit >= (maxInput ?? window ?? Number.POSITIVE_INFINITY))
    return undefined;
  return { model, parameter: windowParameter, instead: `${limit} tokens at most`, said: error.message };
}

/** No served model has a smaller window; a lower number in a message means something else. */
const leastWindow = 256;

/** Fields without which a request is invalid. */
const essential = /^(model|messages|input|contents|stream|prompt|max_tokens|maxOutputTokens|max_output_tokens|store)$/;

/** Statuses with which servers refuse a parameter. */
const refusing: ReadonlySet<unknown> = new Set([400, 422]);

/**
 * What a refused request teaches about a model: a parameter that it contained and that the model does not accept.
 * Undefined if that is already known, so that the same request would only be refused again. `sent`: the body of the
 * request.
 */
export function learnFrom(
  error: unknown,
  model: ModelRef,
  sent: JsonObject | undefined,
  facts: ModelFacts,
): LearnedFact | undefined {
  if (!(error instanceof AppError) || sent === undefined || !refusing.has(error.details?.['status'])) return undefined;
  const refused = error.details?.['refused'];
  if (!isJsonObject(refused)) return undefined;
  const { parameter, rename, responses } = refused;
  if (typeof parameter !== 'string') return undefined;
  const lesson = (instead: string) => ({ model, parameter, instead, said: error.message });

  if (responses === true) return facts.toolsNeedResponses ? undefined : lesson('asked through /v1/responses');
  // Only the last part of the name: servers also name `body.messages.1.assistant.reasoning_content`, gateways
  // `system.0.cache_control`.
  const name = /(?:^|\.)(reasoning_content|cache_control)$/.exec(parameter)?.[1] ?? parameter;
  if (!hasField(sent, name)) return undefined;
  if (
    typeof rename === 'string' &&
    !name.includes('.') &&
    !hasField(sent, rename) &&
    facts.renames[name] === undefined
  ) {
    return lesson(`sent as ${rename}`);
  }
  if (essential.test(name) || facts.refuses.includes(name)) return undefined;
  return { ...lesson('left out'), parameter: name };
}
