import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { loadTokenCounter } from '@/providers/token-counter';

/** Any model of OpenAI whose tokenizer it is. */
const model = { provider: 'openai', model: 'gpt-4o' };

/**
 * How fast the tokens of a text are counted: by ours, as the engine does, and by the bare library. `warm` is counted
 * first and left out: the library remembers words.
 */
export async function measureTokens(warm: string, text: string): Promise<Readonly<Record<string, number>>> {
  const counter = await loadTokenCounter([]);
  const ours = (given: string) => counter.count(given, model).tokens;
  const bare = (given: string) => countTokens(given, { disallowedSpecial: new Set<string>() });
  ours(warm);
  bare(warm);
  const kilobytes = new TextEncoder().encode(text).length / 1000;
  const [own, theirs] = [timed(() => ours(text)), timed(() => bare(text))];
  return {
    'kB of text': kilobytes,
    'ours, MB/s': kilobytes / own.ms,
    'bare library, MB/s': kilobytes / theirs.ms,
    'ours off by, %': (100 * (own.tokens - theirs.tokens)) / theirs.tokens,
  };
}

function timed(count: () => number): { readonly tokens: number; readonly ms: number } {
  const start = performance.now();
  const tokens = count();
  return { tokens, ms: performance.now() - start };
}
