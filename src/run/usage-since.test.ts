import { expect, it } from 'vitest';
import { addUsage } from './add-usage';
import { computeUsageSince } from './usage-since';

const plain = { inputTokens: 10, outputTokens: 4, cachedTokens: 2, costUsd: 1, estimated: false };
const thinking = { ...plain, reasoningTokens: 3, cacheWriteTokens: 5, cacheSavedUsd: -2 };

it('is what was added, with all that it tells', () => {
  for (const before of [plain, thinking]) {
    for (const added of [plain, thinking]) expect(computeUsageSince(before, addUsage(before, added))).toEqual(added);
  }
});

it('is nothing where nothing came, and all where nothing was', () => {
  expect(computeUsageSince(plain, plain)).toBeUndefined();
  expect(computeUsageSince(null, null)).toBeUndefined();
  expect(computeUsageSince(null, thinking)).toBe(thinking);
});

it('has no cost where one is not known', () => {
  expect(computeUsageSince(plain, addUsage(plain, { ...plain, costUsd: null }))?.costUsd).toBeNull();
});
