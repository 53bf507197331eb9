import { expect, it } from 'vitest';
import { findLineStart, findNextLine, indentAt } from './text-lines';

it('a line begins after the break before it, and the first after a byte order mark', () => {
  const starts = (text: string) => Array.from({ length: text.length + 1 }, (_, offset) => findLineStart(text, offset));
  expect(starts('ab\n\nc')).toEqual([0, 0, 0, 3, 4, 4]);
  expect(starts('\ufeffa\nb')).toEqual([1, 1, 1, 3, 3]);
  expect(starts('a\n\ufeffb')).toEqual([0, 0, 2, 2, 2]);
});

it('the next line begins after the break, or at the end of the text', () => {
  const text = 'ab\n\nc';
  expect(Array.from({ length: 6 }, (_, offset) => findNextLine(text, offset))).toEqual([3, 3, 3, 4, 5, 5]);
});

it('an indentation is the spaces from where a line begins', () => {
  expect([indentAt('a:\n  b: c', 3), indentAt('a: b', 0), indentAt('  ', 0), indentAt('   a', 0)]).toEqual([
    2, 0, 2, 3,
  ]);
});
