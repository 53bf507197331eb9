import { encodeJson } from '@/base/json-text';

/**
 * Tokens of tool declarations in a call besides their texts, for each tool and once for all. OpenAI publishes them for
 * gpt-4o in its cookbook (“How to count tokens with tiktoken”). Other makers publish none.
 */
const form = { tool: 7, tools: 12 };

/** Tokens of tool declarations in each call, counted as JSON, which is longer than what models are sent. */
export function countToolTokens(tools: readonly object[], count: (text: string) => number): number {
  return tools.reduce((sum, tool) => sum + form.tool + count(encodeJson(tool)), tools.length > 0 ? form.tools : 0);
}
