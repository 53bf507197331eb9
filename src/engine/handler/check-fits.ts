import type { PlannedLimits } from '@/plan/plan';
import type { RunContext } from '../attempt';
import type { ModelRequest } from '../ports/model-client';
import { windowOf } from './context-window';
import { counterFor, factorOf } from './run-tokens';
import { windowExceeded } from './window-exceeded';

/** Most bytes of UTF-8 that a character of a string takes; a token is a byte at least. */
const bytesPerCharacter = 3;
/** More than any message takes beside its texts. */
const aroundMessage = 20;

/**
 * Throws `RESOURCE_EXHAUSTION` if a request does not fit into the window of its model. Made for what is asked over and
 * over: tokens are counted only where the length alone does not tell that it fits.
 */
export async function checkFits(
  request: Pick<ModelRequest, 'model' | 'messages' | 'outputSchema'>,
  limits: PlannedLimits,
  run: RunContext,
): Promise<void> {
  const { model } = request;
  const window = windowOf(run, model, limits);
  const factor = factorOf(run, model);
  if (window.usable === undefined || atMost(request) * factor <= window.usable) return;
  const counter = await counterFor(run, model);
  const tokens = Math.ceil(counter.request(request) * (counter.exact ? 1 : factor));
  if (tokens > window.usable) throw windowExceeded({ model, window, limits, tokens });
}

function atMost({ messages, outputSchema }: Pick<ModelRequest, 'messages' | 'outputSchema'>): number {
  const schema = outputSchema === undefined ? 0 : JSON.stringify(outputSchema).length;
  const characters = messages.reduce((sum, { content }) => sum + content.length, schema);
  return characters * bytesPerCharacter + (messages.length + 1) * aroundMessage;
}
