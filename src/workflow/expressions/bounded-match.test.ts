import { describe, expect, it } from 'vitest';
import { matchBounded } from './bounded-match';

describe('matches', () => {
  it('finds a pattern anywhere in a text', () => {
    expect(matchBounded('Accepted: yes', '(?i)accepted:\\s*(yes|no)')).toBe(true);
    expect(matchBounded('Rejected', '^Accepted')).toBe(false);
  });

  it.each(['(a+)+$b', 'a*a*a*a*b', '(a|a)*b', '.*.*.*x'])(
    'ends on %s, which keeps JavaScript’s own engine busy for ages',
    (pattern) => {
      expect(matchBounded('a'.repeat(20_000), pattern)).toBe(false);
    },
  );

  it.each(['(?=a)', '(a)\\1', '(a{1000}){1000}', '(', 'x'.repeat(501)])('refuses %s with the reason', (pattern) => {
    expect(() => matchBounded('a', pattern)).toThrow(/pattern/);
  });
});
