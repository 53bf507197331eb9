import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseIndex, printIndex } from './index-text';

it('is a line for each file', () => {
  const index = { '/data/log.txt': 'run 123: log', '/a b.md': '', 'C:\\x\\y.txt': 'two\nlines' };
  const text = '/data/log.txt: run 123: log\n/a b.md: \nC:\\x\\y.txt: two\n  lines';
  expect(printIndex(index)).toBe(text);
  expect(parseIndex(text)).toEqual({ ok: true, value: index });
});

it('takes what a person types: empty lines, no text, spaces before a path', () => {
  expect(parseIndex('\n /a.md: one\n\n/b.md:\n')).toEqual({ ok: true, value: { '/a.md': 'one', '/b.md': '' } });
  expect(parseIndex('')).toEqual({ ok: true, value: {} });
});

it.each([
  ['/a: x\nno colon', 'Line 2 is not “path: text”.'],
  ['notes.md: x', 'Line 1 has no absolute path: “notes.md”. Begin it with a slash.'],
  ['/a: x\n\n/a: y', 'Line 3 names “/a” a second time.'],
])('says which line of %j is wrong', (text, error) => {
  expect(parseIndex(text)).toEqual({ ok: false, error });
});

it('reads back what it prints', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ' ', ':', '"', '\\', '\n', '/', 'é') });
  const paths = text.map((path) => `/${path}`);
  fc.assert(
    fc.property(fc.dictionary(paths, text), (index) => {
      expect(parseIndex(printIndex(index))).toEqual({ ok: true, value: { ...index } });
    }),
  );
});
