import { expect, it } from 'vitest';
import { memoize } from './memoize';

it('makes a thing once for the texts of late, and forgets the others', () => {
  const made: string[] = [];
  const upper = memoize(2, (text) => {
    made.push(text);
    return text.toUpperCase();
  });
  expect(['a', 'a', 'b', 'a'].map(upper)).toEqual(['A', 'A', 'B', 'A']);
  expect(made).toEqual(['a', 'b']);
  for (const text of ['c', 'd', 'e', 'f', 'g', 'h']) upper(text);
  upper('a');
  expect(made.filter((text) => text === 'a')).toHaveLength(2);
});
