/** Typical number of bytes per token. */
export const bytesOfToken = 4;

/**
 * Bytes per token of what has few words (figures, code, other scripts), and of long words: for the most and the least
 * that there can be.
 */
const fewBytes = 2;
const manyBytes = 8;

/** Estimates the tokens of an output from its bytes. */
export function estimateTokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / bytesOfToken);
}

/** The most tokens of so many bytes. */
export function estimateMostTokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / fewBytes);
}

/** The least tokens of so many bytes. */
export function estimateLeastTokensOfBytes(bytes: number): number {
  return Math.floor(bytes / manyBytes);
}
