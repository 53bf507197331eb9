/** Typical number of bytes per token. */
export const bytesOfToken = 4;

/** Estimates the tokens of an output from its bytes. */
export function tokensOfBytes(bytes: number): number {
  return Math.ceil(bytes / bytesOfToken);
}
