import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffWords, type TextPart } from './diff-words';

const without = (kind: TextPart['kind'], list: readonly TextPart[]) =>
  list
    .filter((part) => part.kind !== kind)
    .map(({ text }) => text)
    .join('');

it('tells which words were taken out and put in', () => {
  expect(diffWords('Write a short note.', 'Write a long, kind note.')).toEqual([
    { kind: 'same', text: 'Write a ' },
    { kind: 'removed', text: 'short ' },
    { kind: 'added', text: 'long, kind ' },
    { kind: 'same', text: 'note.' },
  ]);
});

it('replaces words that stand beside each other as one', () => {
  expect(diffWords('What was said on looms', 'What was written about looms')).toEqual([
    { kind: 'same', text: 'What was ' },
    { kind: 'removed', text: 'said on' },
    { kind: 'added', text: 'written about' },
    { kind: 'same', text: ' looms' },
  ]);
});

it('holds both texts to the letter', () => {
  const prose = fc
    .array(fc.constantFrom('a', 'b', ' ', '\n', '{{c}}', '.', 'é😀'), { maxLength: 30 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(prose, fc.oneof(prose, fc.string({ unit: 'binary' })), (before, after) => {
      const list = diffWords(before, after);
      expect(without('added', list)).toBe(before);
      expect(without('removed', list)).toBe(after);
    }),
  );
});

it('tells texts that differ in too much as replaced', () => {
  const long = (word: string) => `${word} `.repeat(2000);
  const list = diffWords(long('one'), long('two'));
  expect(list.map(({ kind }) => kind)).toEqual(['removed', 'added']);
  expect(without('added', list)).toBe(long('one'));
});
