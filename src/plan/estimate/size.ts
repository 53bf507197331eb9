import { computeOutputCap } from '../output-cap';
import type { CountText } from '../request-tokens';
import { estimateMostTokensOfBytes } from './tokens-of-bytes';

/**
 * Counts the tokens of a text for one model. `isUsual`: what scripts and tools print is taken to be as long as a reply
 * of an unknown model, not as long as its limit.
 */
export type Count = CountText & { readonly isUsual?: true };

/** The most tokens of a text that is known only in the run, for the model that `count` counts for. */
export type Size = (count: Count) => number;

export const getNoSize: Size = () => 0;

/** A size in tokens, whatever the model. */
export function createSize(tokens: number): Size {
  return () => tokens;
}

/** The most tokens of what a script or a tool prints, or a person writes. */
export function createPrintedSize(bytes: number): Size {
  const most = estimateMostTokensOfBytes(bytes);
  const usual = Math.min(most, computeOutputCap(0, {}));
  return ({ isUsual }) => (isUsual ? usual : most);
}

/** A size that takes time to find: it is found once for each model. */
export function createLazySize(find: Size): Size {
  const known = new Map<Count, number>();
  return (count) => {
    const found = known.get(count) ?? find(count);
    known.set(count, found);
    return found;
  };
}

export function sumOfSizes(sizes: readonly Size[]): Size {
  return createLazySize((count) => sizes.reduce((sum, size) => sum + size(count), 0));
}

export function findLargestSize(sizes: readonly Size[]): Size {
  return createLazySize((count) => sizes.reduce((most, size) => Math.max(most, size(count)), 0));
}

/** A value within JSON, or a list of so many: line breaks and quotes are escaped, names and commas surround it. */
export function wrapSizeInJson(size: Size, times = 1): Size {
  const around = 4;
  return (count) => times * (2 * size(count) + around);
}

/** A size that is never more than so many tokens. */
export function limitSize(tokens: number, size: Size): Size {
  return (count) => Math.min(tokens, size(count));
}
