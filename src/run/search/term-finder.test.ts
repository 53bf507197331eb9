import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitByWords } from '@/base/find-words';
import { searchTerms } from './search-terms';
import { findTerms, TermFinder } from './term-finder';

const filler = fc.constantFrom('x'.repeat(70_000), 'é'.repeat(300), 'a line\n'.repeat(40), '😀'.repeat(90), ' ', 'nee');
const needle = fc.constantFrom('Needle', 'nEEdle', 'NEEDLE', 'haystack', 'HayStack');

/** The same text in pieces of a size. */
function inPieces(terms: readonly string[], text: string, size: number): string | undefined {
  const finder = new TermFinder(terms);
  for (let at = 0; at < text.length; at += size) if (finder.push(text.slice(at, at + size))) break;
  return finder.end();
}

it('finds a text with all terms, in any case and wherever the text is cut, with each term in its context', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 4, arbitrary: filler }, needle), { maxLength: 12 }),
      fc.oneof(fc.integer({ min: 40_000, max: 90_000 }), fc.constant(1_000_000)),
      (pieces, size) => {
        const text = pieces.join('');
        const terms = ['needle', 'haystack'];
        const isThere = terms.every((term) => text.toLowerCase().includes(term));
        const snippet = inPieces(terms, text, size);
        expect(snippet !== undefined).toBe(isThere);
        if (snippet === undefined) return;
        for (const term of terms) expect(snippet.toLowerCase()).toContain(term);
        expect(snippet.length).toBeLessThan(600);
        for (const part of snippet.split(' … ')) expect(text).toContain(part);
      },
    ),
  );
});

it('finds a term across a border, and gives the text around it', () => {
  const text = `${'a'.repeat(70_000)} the long-awaited tide ${'b'.repeat(70_000)}`;
  for (let size = 69_990; size < 70_030; size++) {
    const snippet = inPieces(['long-awaited TIDE'], text, size);
    expect(snippet).toContain(`${'a'.repeat(50)} the long-awaited tide bbbb`);
  }
});

it('takes terms as they are written, and joins contexts that overlap', () => {
  expect(findTerms(['a.c (1)'], 'abc 1, a.c (1)')).toBe('abc 1, a.c (1)');
  expect(findTerms(['ß', 'ü'], 'Größe und Übermut')).toBe('Größe und Übermut');
  expect(findTerms(['one', 'two'], `one ${'-'.repeat(500)} two`)).toMatch(/^one -+ … -+ two$/);
  expect(findTerms(['one', 'three'], 'one two')).toBeUndefined();
});

it('reads terms from a text: words, and phrases between quotation marks', () => {
  expect(searchTerms('  tide "high water" Tide  "')).toEqual(['Tide', 'high water', '"']);
  expect(searchTerms('')).toEqual([]);
  expect(searchTerms('a '.repeat(50) + 'x'.repeat(500))[1]).toHaveLength(200);
});

it('splits a text by the words that were found', () => {
  const parts = splitByWords(['tide', 'high'], 'High tides');
  expect(parts).toEqual([
    { text: 'High', isFound: true },
    { text: ' ', isFound: false },
    { text: 'tide', isFound: true },
    { text: 's', isFound: false },
  ]);
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.string({ unit: 'grapheme' }), (words, text) => {
      expect(
        splitByWords(words, text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
    }),
  );
});
