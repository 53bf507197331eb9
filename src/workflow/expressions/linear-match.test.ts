import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linearMatch } from './linear-match';

const piece: fc.Arbitrary<string> = fc.letrec((tie) => ({
  pattern: fc.array(tie('factor') as fc.Arbitrary<string>, { maxLength: 4 }).map((parts) => parts.join('')),
  factor: fc
    .tuple(
      tie('atom') as fc.Arbitrary<string>,
      fc.constantFrom('', '', '', '*', '+', '?', '*?', '{2}', '{1,}', '{0,2}'),
    )
    .map(([atom, repeat]) => (/^(\^|\$|\\b|\\B)$/.test(atom) ? atom : atom + repeat)),
  atom: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\w', '\\.', '\\u{61}', '^', '$', '\\b', '\\B', 'ä', '😀'),
    (tie('pattern') as fc.Arbitrary<string>).map((inner) => `(${inner})`),
    fc
      .tuple(tie('pattern') as fc.Arbitrary<string>, tie('pattern') as fc.Arbitrary<string>)
      .map(([one, other]) => `(?:${one}|${other})`),
  ),
})).pattern as fc.Arbitrary<string>;
const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '.', '\n', 'ä', '😀'), { maxLength: 8 })
  .map((all) => all.join(''));

describe('linearMatch', () => {
  it('says what JavaScript says, of any pattern and text', () => {
    fc.assert(
      fc.property(piece, text, (pattern, on) => {
        expect(linearMatch(pattern, on)).toBe(new RegExp(pattern, 'u').test(on));
      }),
      { numRuns: 500 },
    );
  });

  it.each(['(a+)+$b', 'a*a*a*a*b', '(a|a)*b', `${'(a|a)'.repeat(60)}b`, '.*.*.*x'])(
    'ends on %s, which keeps JavaScript busy for ages',
    (pattern) => {
      expect(linearMatch(pattern, 'a'.repeat(20_000))).toBe(false);
    },
  );

  it.each(['(a{1000}){1000}', '(((){1000}){1000}){1000}', 'a{2001}'])('refuses %s, which is too large', (pattern) => {
    expect(() => linearMatch(pattern, 'a')).toThrow('repeats too much');
  });

  it.each(['(?=a)', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>'])('refuses %s, which looks around or back', (pattern) => {
    expect(() => linearMatch(pattern, 'a')).toThrow('around or back');
  });
});
