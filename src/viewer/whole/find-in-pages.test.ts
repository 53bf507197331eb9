import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FoundPlaces, findInPages, mostMatches } from './find-in-pages';

/** The last that a search tells, and how many bytes it read at most at once. */
async function find(words: string, text: string): Promise<{ readonly last?: FoundPlaces; readonly most: number }> {
  const bytes = new TextEncoder().encode(text);
  let last: FoundPlaces | undefined;
  let most = 0;
  const read = async (from: number, count: number) => {
    most = Math.max(most, count);
    return bytes.subarray(from, from + count);
  };
  for await (const found of findInPages(words, bytes.length, read)) last = found;
  return { ...(last && { last }), most };
}

describe('a search in a long text', () => {
  it('finds each place once, over the borders of pages and parts, in any case', async () => {
    const piece = fc.constantFrom(
      'x'.repeat(16_000),
      'é'.repeat(9000),
      'a line\n'.repeat(3000),
      'Needle',
      'nEEdle',
      'ü',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 90 }), async (pieces) => {
        const text = pieces.join('');
        const { last, most } = await find('needle', text);
        expect(last?.matches).toHaveLength(text.match(/needle/gi)?.length ?? 0);
        expect(last?.searched).toBe(1);
        expect(most).toBeLessThanOrEqual(1_048_576);
      }),
      { numRuns: 20 },
    );
  });

  it('takes the words as they are, and stops when there are too many', async () => {
    expect((await find('a.c (1)', 'abc 1, a.c (1)')).last?.matches).toEqual([{ page: 0, from: 7, to: 14 }]);
    expect((await find('e', 'e'.repeat(100_000))).last?.matches).toHaveLength(mostMatches);
  });

  it('ends where the text is not stored any more', async () => {
    const found: FoundPlaces[] = [];
    for await (const each of findInPages('a', 9, async () => undefined)) found.push(each);
    expect(found).toEqual([]);
  });
});
