/**
 * Tokens that declarations of tools take in a call beside their texts, as OpenAI gives them for gpt-4o in its cookbook
 * (“How to count tokens with tiktoken”): for each, and once for all. Other makers publish none.
 */
const form = { tool: 7, tools: 12 };

/**
 * What the declarations of tools take in each call, in tokens: counted as JSON, which is longer than what models are
 * told of them.
 */
export function toolTokens(tools: readonly object[], count: (text: string) => number): number {
  return tools.reduce((sum, tool) => sum + form.tool + count(JSON.stringify(tool)), tools.length > 0 ? form.tools : 0);
}
