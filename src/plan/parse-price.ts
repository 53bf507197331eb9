import type { Price } from './model-facts';

/** Upper bound: more than any model costs, in USD per million tokens. */
const most = 1_000_000;

/** Parses a price in USD per million tokens: `5/25` for input and output, or `5` for both. Undefined: not a price. */
export function parsePrice(text: string): Price | undefined {
  const parts = text.split('/').map((part) => parseUsd(part.trim()));
  const [input] = parts;
  const output = parts.at(-1);
  if (input === undefined || output === undefined || parts.length > 2) return undefined;
  return { inputPerMillion: input, outputPerMillion: output };
}

function parseUsd(text: string): number | undefined {
  return /^\d+(\.\d+)?$|^\.\d+$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}
