import type { ModelRequest } from '@/engine/ports/model-client';
import { shortRuns } from './short-runs';
import { simulatedTokens } from './simulated/simulated-tokens';

/** Models of OpenAI whose tokenizer is o200k. */
const o200k = /^(gpt-4o|gpt-4\.1|gpt-5|chatgpt-4o|o[134])(?![a-z0-9])/;

/** Provider of the simulated models. */
const simulated = 'sim';

/**
 * Counts tokens by OpenAI's o200k: exactly for models that use it, as an estimate for all others. Simulated models are
 * counted as they count themselves.
 */
export interface O200kCounter {
  count(text: string, model: ModelRequest['model']): { readonly tokens: number; readonly exact: boolean };
}

/** Loads the tokenizer's table (about 1 MB gzip) on first use. */
export async function loadTokenCounter(): Promise<O200kCounter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Names of special tokens in a text count as ordinary text.
  const asText = { disallowedSpecial: new Set<string>() };
  return {
    count(text, { provider, model }) {
      if (provider === simulated) return { tokens: simulatedTokens(text), exact: true };
      const pieces = shortRuns(text);
      const tokens = pieces.reduce((sum, piece) => sum + (piece === '' ? 0 : countTokens(piece, asText)), 0);
      return { tokens, exact: provider === 'openai' && o200k.test(model) && pieces.length === 1 };
    },
  };
}
