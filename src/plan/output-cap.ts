import type { ModelFacts } from './model-facts';

/** The most tokens of a reply where no limit is written, whatever its model could give (language page, section 11). */
export const mostUnwritten = 32_768;

/** The same for a model of which nobody knows what it can give. */
const mostUnknown = 4096;

/**
 * What a reply may be shortened to where a budget does not allow the most that it may have; undefined: not at all, as
 * the limit is written (0: it is not).
 */
export function leastOutput(limit: number): number | undefined {
  return limit === 0 ? mostUnknown : undefined;
}

/**
 * The most tokens that a reply may have. `limit`: `max_output_tokens` as planned; 0: none is written.
 *
 * A limit that is written holds, but for what the model cannot give: as much as its window, or more, leaves no room for
 * a question, and is half of it. (A window may be learned after the limit was written.) Without one it is what the
 * model can give, at most {@link mostUnwritten} and half of its window, so that as much can be asked. A model of which
 * that is not known gets 4,096, as all did before: servers such as vLLM refuse a request whose reply might not fit
 * beside it, and a reply that is cut off says what to write.
 */
export function outputCap(limit: number, { maxOutput, window }: Pick<ModelFacts, 'maxOutput' | 'window'>): number {
  const half = window === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(window / 2));
  const wanted = limit > 0 ? limit : Math.min(mostUnwritten, half, maxOutput ?? mostUnknown);
  const given = Math.min(wanted, maxOutput ?? wanted);
  return window !== undefined && given >= window ? half : Math.max(1, given);
}

/**
 * A limit as it is in the hash of what a model is asked: none is as the 4,096 that was the default of plans before
 * version 5, so that what was recorded then is found. What a model can give is left out, as it is learned while runs go
 * on.
 */
export function hashedLimit(limit: number): number {
  return limit === 0 ? mostUnknown : limit;
}
