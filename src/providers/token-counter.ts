import { computeUtf8Length } from '@/base/bytes';
import type { LoadTokenCounter, TokenCounter } from '@/plan/ports';
import { isSimulated } from '@/plan/simulated-only';
import { splitLongRuns } from './short-runs';
import { countSimulatedTokens } from './simulated/simulated-tokens';

/** Models of OpenAI whose tokenizer is o200k. */
const o200k = /^(gpt-4o|gpt-4\.1|gpt-5|chatgpt-4o|o[134])(?![a-z0-9])/;

/** Counts as the simulated models count themselves. */
const simulatedCounter: TokenCounter = {
  count(text, model) {
    if (!isSimulated(model)) throw new Error(`The tokenizer of ${model.provider}:${model.model} was not asked for.`);
    return { tokens: countSimulatedTokens(text), exact: true };
  },
};

/**
 * Counts tokens by OpenAI's o200k: exactly for models that use it, as an estimate for all others. Simulated models are
 * counted as they count themselves; its table (about 1 MB gzip) is loaded on first use by any other.
 */
export const loadTokenCounter: LoadTokenCounter = async (models) => {
  if (models.length > 0 && models.every(isSimulated)) return simulatedCounter;
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Names of special tokens in a text count as ordinary text.
  const asText = { disallowedSpecial: new Set<string>() };
  return {
    count(text, model) {
      if (isSimulated(model)) return simulatedCounter.count(text, model);
      const pieces = splitLongRuns(text);
      const tokens = pieces.reduce((sum, piece) => sum + (piece === '' ? 0 : countTokens(piece, asText)), 0);
      return { tokens, exact: model.provider === 'openai' && o200k.test(model.model) && pieces.length === 1 };
    },
  };
};

/**
 * Counts bytes: never fewer than the tokens, as a token is at least a byte, and without the table, which takes 77 MB.
 * For who only has to know that something fits.
 */
export const loadTokenBounds: LoadTokenCounter = async () => ({
  count: (text, model) =>
    isSimulated(model) ? simulatedCounter.count(text, model) : { tokens: computeUtf8Length(text), exact: false },
});
