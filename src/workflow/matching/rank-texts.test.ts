import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Candidate, rankTexts } from './rank-texts';

const files: readonly Candidate[] = [
  { id: '/data/log.txt', about: 'run 123 log, beamline 4' },
  { id: '/data/notes.md', about: 'notes of the last meeting' },
  { id: '/data/errors.md', about: 'patterns of error handling in the service' },
  { id: '/data/log-124.txt', about: 'run 124 log, beamline 4' },
];
const idsOf = (query: string, candidates = files) => rankTexts(query, candidates).map(({ id }) => id);

describe('rankTexts', () => {
  it('puts first what shares the most words, and leaves out what shares none', () => {
    expect(idsOf('What happened in run 123?')).toEqual(['/data/log.txt', '/data/log-124.txt']);
    expect(idsOf('error handling patterns')).toEqual(['/data/errors.md']);
    expect(idsOf('the weather of tomorrow')).toEqual([]);
  });

  it('gives 1 to what has every word of the query, and less to what has some', () => {
    const [best, second] = rankTexts('beamline 4 run 123', files);
    expect(best).toEqual({ id: '/data/log.txt', score: 1 });
    expect(second?.score).toBeLessThan(0.8);
  });

  it('finds plurals, beginnings and words with a letter wrong, but no other number', () => {
    expect(idsOf('pattern')).toEqual(['/data/errors.md']);
    expect(idsOf('meetings')).toEqual(['/data/notes.md']);
    expect(idsOf('handl')).toEqual(['/data/errors.md']);
    expect(idsOf('beemline 124')[0]).toBe('/data/log-124.txt');
    expect(idsOf('125')).toEqual([]);
  });

  it('looks into paths and contents too; what is said about a file counts more', () => {
    const candidates = [
      { id: '/a', about: 'something', content: 'The furnace was cold.' },
      { id: '/b', about: 'the furnace' },
      { id: '/furnace.md', about: '' },
    ];
    expect(idsOf('furnace', candidates)).toHaveLength(3);
    expect(idsOf('furnace', candidates).at(-1)).toBe('/a');
  });

  it('says nothing of a query without words', () => {
    expect(idsOf('')).toEqual([]);
    expect(idsOf('what is it?')).toEqual([]);
  });

  it('gives scores from 0 to 1 in order, each candidate once, the same whatever their order', () => {
    const word = fc.constantFrom('run', 'log', 'error', '123', 'the', 'constructor', '__proto__', 'Grüße', '温度');
    const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    const candidates = fc
      .array(text, { maxLength: 8 })
      .map((texts) => texts.map((about, place) => ({ id: `/${place}`, about })));
    fc.assert(
      fc.property(text, candidates, (query, all) => {
        const ranked = rankTexts(query, all);
        expect(new Set(ranked.map(({ id }) => id)).size).toBe(ranked.length);
        expect(ranked.every(({ score }) => score > 0 && score <= 1)).toBe(true);
        expect(ranked).toEqual([...ranked].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)));
        expect(rankTexts(query, all.toReversed())).toEqual(ranked);
      }),
    );
  });

  it('bears texts without end, with no spaces in them, and ten thousand files', () => {
    const endless = 'x'.repeat(5_000_000);
    const many = Array.from({ length: 10_000 }, (_, n) => ({
      id: `/f/${n}`,
      about: `file ${n} of the furnace group ${n % 7}`,
      content: endless,
    }));
    const query = `${'furnace group '.repeat(100_000)} ${endless}`;
    expect(rankTexts(query, many)).toHaveLength(10_000);
  });
});
