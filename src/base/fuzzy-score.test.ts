import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeFuzzyScore, makeSearchable, splitQueryWords } from './fuzzy-score';

const score = (query: string, text: string) => computeFuzzyScore(splitQueryWords(query), makeSearchable(text));

/** The texts in the order of their scores, without those that do not fit. */
function rank(query: string, ...texts: readonly string[]): readonly string[] {
  const scored = texts.map((text) => ({ text, score: score(query, text) })).filter((one) => one.score > 0);
  return scored.sort((a, b) => b.score - a.score).map(({ text }) => text);
}

it('puts beginnings before words, words before parts, and parts before scattered letters', () => {
  expect(rank('run', 'Run', 'Run to here', 'Resume the run', 'Prune', 'Round up now')).toEqual([
    'Run',
    'Run to here',
    'Resume the run',
    'Prune',
    'Round up now',
  ]);
});

it.each([
  ['mac', 'Make a checkpoint'],
  ['chekpoint', 'Make a checkpoint'],
  ['tidy', 'Tidy up'],
  ['up tidy', 'Tidy up'],
  ['cafe', 'Café figures'],
  ['fetchweb', 'fetch_web'],
  ['web page', 'fetchWebPage'],
  ['group web', 'group/web'],
])('finds by “%s” the text “%s”', (query, text) => {
  expect(score(query, text)).toBeGreaterThan(0);
});

it.each([
  ['xyz', 'Tidy up'],
  ['tidy checkpoint', 'Tidy up'],
  ['runner', 'Resume the task under the last error'],
  ['q', 'Tidy up'],
  ['', 'Tidy up'],
])('does not find by “%s” the text “%s”', (query, text) => {
  expect(score(query, text)).toBe(0);
});

it('is between 0 and 1, and finds every text by each of its words', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 60 }), (query, text) => {
      const found = score(query, text);
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found).toBeLessThanOrEqual(1);
      for (const word of splitQueryWords(text)) expect(score(word, text)).toBeGreaterThan(0);
    }),
  );
});
