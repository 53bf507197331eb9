import type { Price } from './model-facts';

/** More than any model costs, in USD for a million tokens. */
const most = 1_000_000;

/**
 * Reads what a person gives as a price in USD for a million tokens: `5/25` for input and output, or `5` for both.
 * Undefined: it is none.
 */
export function parsePrice(text: string): Price | undefined {
  const parts = text.split('/').map((part) => usd(part.trim()));
  const [input] = parts;
  const output = parts.at(-1);
  if (input === undefined || output === undefined || parts.length > 2) return undefined;
  return { inputPerMillion: input, outputPerMillion: output };
}

function usd(text: string): number | undefined {
  return /^\d+(\.\d+)?$|^\.\d+$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}
