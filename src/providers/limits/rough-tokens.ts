import type { ModelRequest } from '@/engine/ports/model-client';

/**
 * What a reply is taken for before it is there; most are shorter than their longest, which makers do not count either.
 */
const replyTokens = 1000;

/**
 * About how many tokens a call takes, input and output, without a tokenizer: four characters are one. What it took is
 * counted after it.
 */
export function roughTokens({ messages, tools, outputSchema, maxOutputTokens }: ModelRequest): number {
  const characters = JSON.stringify([messages, tools, outputSchema]).length;
  return Math.ceil(characters / 4) + Math.min(maxOutputTokens, replyTokens);
}
