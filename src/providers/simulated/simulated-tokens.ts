/** Characters per token of the simulated model, for usage, speed and limits. */
export const tokenCharacters = 4;

/** Tokens of a text by the simulated model, which has no tokenizer. */
export function countSimulatedTokens(text: string): number {
  return Math.ceil(text.length / tokenCharacters);
}
