import { encodeJson } from '@/base/json-text';
import type { ModelRequest } from '@/engine/ports/model-client';

/**
 * The estimated tokens of a reply before it arrives; most replies are shorter than their maximum, which providers do
 * not count either.
 */
const replyTokens = 1000;

/**
 * The approximate tokens of a call, input and output, without a tokenizer: four characters per token. The actual tokens
 * are counted after the call.
 */
export function estimateRoughTokens({ messages, tools, outputSchema, maxOutputTokens }: ModelRequest): number {
  const characters = encodeJson([messages, tools, outputSchema]).length;
  return Math.ceil(characters / 4) + Math.min(maxOutputTokens, replyTokens);
}
