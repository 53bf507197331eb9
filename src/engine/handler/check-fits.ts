import { encodeJson } from '@/base/json-text';
import type { PlannedLimits } from '@/plan/plan';
import type { RunContext } from '../attempt';
import type { ModelRequest } from '../ports/model-client';
import { computeModelWindow } from './context-window';
import { createCounterFor, getTokenFactor } from './run-tokens';
import { createWindowExceededError } from './window-exceeded';

/** Most bytes of UTF-8 for one character of a string. A token is at least one byte. */
const bytesPerCharacter = 3;
/** More tokens than any message takes besides its texts. */
const aroundMessage = 20;

/**
 * Throws `RESOURCE_EXHAUSTION` if a request does not fit the window of its model. It is made for requests that repeat
 * very often: tokens are counted only if the length alone does not prove that the request fits.
 */
export async function checkFits(
  request: Pick<ModelRequest, 'model' | 'messages' | 'outputSchema'>,
  limits: PlannedLimits,
  run: RunContext,
): Promise<void> {
  const { model } = request;
  const window = computeModelWindow(run, model, limits);
  const factor = getTokenFactor(run, model);
  if (window.usable === undefined || boundTokens(request) * factor <= window.usable) return;
  const counter = await createCounterFor(run, model);
  const tokens = Math.ceil(counter.request(request) * (counter.exact ? 1 : factor));
  if (tokens > window.usable) throw createWindowExceededError({ model, window, limits, tokens });
}

function boundTokens({ messages, outputSchema }: Pick<ModelRequest, 'messages' | 'outputSchema'>): number {
  const schema = outputSchema === undefined ? 0 : encodeJson(outputSchema).length;
  const characters = messages.reduce((sum, { content }) => sum + content.length, schema);
  return characters * bytesPerCharacter + (messages.length + 1) * aroundMessage;
}
