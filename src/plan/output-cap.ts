import type { ModelFacts } from './model-facts';

/** The most tokens of a reply if no limit is set, whatever the model allows (language page, section 11). */
export const mostUnwritten = 32_768;

/** The same for a model whose own maximum is not known. */
const mostUnknown = 4096;

/**
 * How far a reply may be shortened if a budget does not allow its maximum; undefined: not at all, because the limit is
 * set explicitly (0: it is not).
 */
export function computeLeastOutput(limit: number): number | undefined {
  return limit === 0 ? mostUnknown : undefined;
}

/**
 * The most tokens that a reply may have. `limit`: `max_output_tokens` as planned; 0: not set.
 *
 * A limit that is set holds, as far as the model allows. If it is as large as the window or larger, it leaves no room
 * for a question, and half of the window is used. (The window may be learned after the limit was set.) Without a limit
 * it is the model's maximum, at most {@link mostUnwritten} and half of its window, so that the question may be as long.
 * A model whose maximum is not known gets 4,096: servers such as vLLM refuse a request whose reply might not fit beside
 * it, and the message about a cut-off reply says what to set.
 */
export function computeOutputCap(
  limit: number,
  { maxOutput, window }: Pick<ModelFacts, 'maxOutput' | 'window'>,
): number {
  const half = window === undefined ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(window / 2));
  const wanted = limit > 0 ? limit : Math.min(mostUnwritten, half, maxOutput ?? mostUnknown);
  const given = Math.min(wanted, maxOutput ?? wanted);
  return window !== undefined && given >= window ? half : Math.max(1, given);
}
