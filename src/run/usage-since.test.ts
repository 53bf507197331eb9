import { expect, it } from 'vitest';
import { addUsage } from './add-usage';
import { usageSince } from './usage-since';

const plain = { inputTokens: 10, outputTokens: 4, cachedTokens: 2, costUsd: 1, estimated: false };
const thinking = { ...plain, reasoningTokens: 3, cacheWriteTokens: 5, cacheSavedUsd: -2 };

it('is what was added, with all that it tells', () => {
  for (const before of [plain, thinking]) {
    for (const added of [plain, thinking]) expect(usageSince(before, addUsage(before, added))).toEqual(added);
  }
});

it('is nothing where nothing came, and all where nothing was', () => {
  expect(usageSince(plain, plain)).toBeUndefined();
  expect(usageSince(null, null)).toBeUndefined();
  expect(usageSince(null, thinking)).toBe(thinking);
});

it('has no cost where one is not known', () => {
  expect(usageSince(plain, addUsage(plain, { ...plain, costUsd: null }))?.costUsd).toBeNull();
});
