import type { ModelRequest } from '@/engine/ports';

/** Characters after which a run without a word break is cut: the tokenizer takes time by the square of its length. */
const maxRun = 512;
const longRuns = new RegExp(`(\\S{${maxRun}}|\\s{${maxRun}})`, 'u');

/** Models of OpenAI whose tokenizer is o200k. */
const o200k = /^(gpt-4o|gpt-4\.1|gpt-5|chatgpt-4o|o[134])(?![a-z0-9])/;

/** Counts tokens by OpenAI's o200k: exactly for models that use it, as an estimate for all others. */
export interface O200kCounter {
  count(text: string, model: ModelRequest['model']): { readonly tokens: number; readonly exact: boolean };
}

/** Loads the tokenizer's table (about 1 MB gzip) on first use. */
export async function loadTokenCounter(): Promise<O200kCounter> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Names of special tokens in a text are text like any other.
  const asText = { disallowedSpecial: new Set<string>() };
  return {
    count(text, { provider, model }) {
      const pieces = text.split(longRuns);
      const tokens = pieces.reduce((sum, piece) => sum + (piece === '' ? 0 : countTokens(piece, asText)), 0);
      return { tokens, exact: provider === 'openai' && o200k.test(model) && pieces.length === 1 };
    },
  };
}
