import type { ModelRequest } from '@/engine/ports';

/** USD for a million tokens of input and of output. */
type Row = readonly [input: number, output: number];

/**
 * List prices for short prompts without caching, as the providers published them on {@link asOf}. Names without their
 * date.
 */
const table: Readonly<Record<string, Row>> = {
  'openai:gpt-5.1': [1.25, 10],
  'openai:gpt-5': [1.25, 10],
  'openai:gpt-5-mini': [0.25, 2],
  'openai:gpt-5-nano': [0.05, 0.4],
  'openai:gpt-4.1': [2, 8],
  'openai:gpt-4.1-mini': [0.4, 1.6],
  'openai:gpt-4.1-nano': [0.1, 0.4],
  'openai:gpt-4o': [2.5, 10],
  'openai:gpt-4o-mini': [0.15, 0.6],
  'openai:o1': [15, 60],
  'openai:o3': [2, 8],
  'openai:o3-mini': [1.1, 4.4],
  'openai:o4-mini': [1.1, 4.4],
  'anthropic:claude-opus-4-5': [5, 25],
  'anthropic:claude-opus-4-1': [15, 75],
  'anthropic:claude-opus-4': [15, 75],
  'anthropic:claude-sonnet-4-5': [3, 15],
  'anthropic:claude-sonnet-4': [3, 15],
  'anthropic:claude-haiku-4-5': [1, 5],
  'anthropic:claude-3-7-sonnet': [3, 15],
  'anthropic:claude-3-5-sonnet': [3, 15],
  'anthropic:claude-3-5-haiku': [0.8, 4],
  'anthropic:claude-3-opus': [15, 75],
  'anthropic:claude-3-haiku': [0.25, 1.25],
  'google:gemini-2.5-pro': [1.25, 10],
  'google:gemini-2.5-flash': [0.3, 2.5],
  'google:gemini-2.5-flash-lite': [0.1, 0.4],
  'google:gemini-2.0-flash': [0.1, 0.4],
  'google:gemini-2.0-flash-lite': [0.075, 0.3],
};

const prices = new Map(Object.entries(table));
const asOf = '2025-11-24';

/** A date or `latest` at the end of a model's name, which does not change its price. */
const versionMark = /-(latest|\d{8}|\d{4}-\d{2}-\d{2})$/;

/** Prices of well-known models; the simulated model costs nothing. Undefined where the price is not known. */
export const priceList = {
  asOf,
  priceOf({ provider, model }: ModelRequest['model']) {
    if (provider === 'sim') return { inputPerMillion: 0, outputPerMillion: 0 };
    const row = prices.get(`${provider}:${model.replace(versionMark, '')}`);
    return row && { inputPerMillion: row[0], outputPerMillion: row[1] };
  },
};
