/** The most bytes that a token stands for, as a rule. */
export const bytesOfToken = 4;

/** About how many tokens an output has that nobody has counted, by its bytes. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / bytesOfToken);
}
