import { describe, expect, it } from 'vitest';
import { rankTemplates, type Template } from './rank-templates';

const library: Record<string, Template> = {
  judge_code: { criteria: ['code quality', 'tests pass'], description: 'Judges a patch.' },
  judge_prose: { criteria: 'style and clarity of prose', description: 'Judges a text.' },
  release_notes: { criteria: 'write release notes from commits' },
  helper: { description: 'Judges code quality, but is called by its name only.' },
};
const names = (...args: Parameters<typeof rankTemplates>) => rankTemplates(...args).map(({ id }) => id);

describe('rankTemplates', () => {
  it('finds a template for a sentence, for a task, and for criteria as a text or a list', () => {
    expect(names('Write the release notes for 2.4', library)[0]).toBe('release_notes');
    expect(names({ description: 'Make it better', criteria: 'clarity of prose' }, library)[0]).toBe('judge_prose');
    expect(names('The quality of this code', library)[0]).toBe('judge_code');
    expect(names(['all tests pass', 'code quality'], library)[0]).toBe('judge_code');
  });

  it('finds only definitions with criteria, and none where nothing fits', () => {
    expect(names('code quality', library)).not.toContain('helper');
    expect(names('boil an egg', library)).toEqual([]);
    expect(names('', library)).toEqual([]);
  });

  it('gives at most five, best first, with scores', () => {
    const many = Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`t${n}`, { criteria: `check figure${'s'.repeat(n)}` }]),
    );
    const ranked = rankTemplates('check figures', many);
    expect(ranked).toHaveLength(5);
    expect(ranked.map(({ score }) => score)).toEqual(ranked.map(({ score }) => score).toSorted((a, b) => b - a));
  });
});
