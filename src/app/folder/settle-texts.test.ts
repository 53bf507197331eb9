import { describe, expect, it } from 'vitest';
import { settleTexts } from './settle-texts';

describe('settleTexts', () => {
  it.each([
    ['nothing changed', 'a', 'a', 'a', 'same'],
    ['the workflow changed', 'a', 'b', 'a', 'write'],
    ['the file changed', 'a', 'a', 'b', 'take'],
    ['both changed in the same way', 'a', 'b', 'b', 'same'],
    ['both changed', 'a', 'b', 'c', 'ask'],
    ['the file is gone', 'a', 'a', undefined, 'gone'],
    ['the file is gone, and the workflow changed', 'a', 'b', undefined, 'gone'],
    ['the file is empty', 'a', 'a', '', 'take'],
  ] as const)('%s', (_what, base, mine, theirs, settlement) => {
    expect(settleTexts({ base, mine, theirs })).toBe(settlement);
  });
});
