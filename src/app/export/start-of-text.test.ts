import { expect, it } from 'vitest';
import { startOfText } from './start-of-text';

it('leaves a text as it is that can be shown', () => {
  for (const text of ['', 'one line', 'two\nlines', `${'line\n'.repeat(1999)}last`])
    expect(startOfText(text)).toBe(text);
});

it('cuts what is too long, in lines or in characters', () => {
  expect(startOfText('line\n'.repeat(50_000))).toBe('line\n'.repeat(2000));
  expect(startOfText('x'.repeat(5_000_000))).toHaveLength(100_000);
  expect(startOfText(`${'x'.repeat(99_999)}\n`.repeat(50))).toHaveLength(100_000);
});
