import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '@/base/json';
import { samples } from '@/base/samples.testing';
import { type ScalarStyle, writeBlockText, writeInlineText } from './write-scalar';
import { writeEntry, writeFlowValue, writeItem, writeValue } from './write-value';

/** Texts of what YAML takes for more than a text, at their starts, in them and at their ends. */
const signs = fc
  .array(
    fc.oneof(
      fc.constantFrom(':', ' ', '#', ',', '-', '?', '&a', '*a', '!', '|', '>', '%', '@', '`', '=', '<<', '~', '.'),
      fc.constantFrom('[', ']', '{', '}', '{{a}}', '"', "'", '\\', '\n', '\t', '\r', '---', '...', ': ', ' #', '\n\n'),
      fc.constantFrom('a', 'List these', 'é😀', '\u0085', '\u2028', '\ufeff', '\0', '\u00a0', '_', '(', '/', '$'),
      fc.constantFrom('yes', 'No', 'ON', 'off', 'true', 'False', 'null', 'y', 'N', '1', '0x1F', '0o7', '1e3', '.inf'),
      fc.constantFrom('1_000', '1:30', '-.inf', '.nan', '2026-11-21', '+1', '1.', '\ud800'),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));

/** What a text says in both versions of YAML that are in use, without what either warns of. */
const saysIn = (text: string): unknown[] =>
  (['1.1', '1.2'] as const).map((version) => parse(text, { version, logLevel: 'error' }));
const both = (value: unknown): unknown[] => [value, value];
const block = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
const deeper = (lines: readonly string[]): string[] => lines.map((line) => (line === '' ? '' : `  ${line}`));

describe('a text', () => {
  it('is read as the same text wherever it stands: as a value, in a list, in braces, as a key', () => {
    fc.assert(
      fc.property(signs, fc.constantFrom(2, 3, 4), (text, unit) => {
        expect(saysIn(block(writeEntry('k', text, unit)))).toEqual(both({ k: text }));
        expect(saysIn(block(writeEntry(text, 'k', unit)))).toEqual(both({ [text]: 'k' }));
        expect(saysIn(block(writeItem(text, unit)))).toEqual(both([text]));
        expect(saysIn(writeFlowValue([text, { [text]: text }]))).toEqual(both([text, { [text]: text }]));
      }),
      { numRuns: samples('YAML_TEXTS', 100, 2000) },
    );
  });

  it('is read as the same text in whatever style it is asked for', () => {
    const styles = fc.constantFrom<ScalarStyle>('plain', 'double', 'single', 'literal');
    fc.assert(
      fc.property(signs, styles, (text, style) => {
        const { head, lines } = writeBlockText(text, style);
        expect(saysIn(`k: ${head}\n${block(deeper(lines))}l: 1\n`)).toEqual(both({ k: text, l: 1 }));
        expect(saysIn(writeInlineText(text, false, style))).toEqual(both(text));
      }),
      { numRuns: samples('YAML_TEXTS', 100, 2000) },
    );
  });

  it.each([
    ['List these:', '"List these:"'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    ['a#b', 'a#b'],
    ['a:b', 'a:b'],
    ['a ', '"a "'],
    ['a, b', 'a, b'],
    ['(a)', '(a)'],
    ['say "a"', 'say "a"'],
    ['"a"', `'"a"'`],
    ['\\', `'\\'`],
    [`"it's"`, `"\\"it's\\""`],
    ['a\u0085', '"a\\u0085"'],
    ['yes', '"yes"'],
    ['2026-11-21', '"2026-11-21"'],
    ['2026-11-21x', '"2026-11-21x"'],
    ['', '""'],
  ])('%j is written %s', (text, written) => {
    expect(writeInlineText(text, false)).toBe(written);
  });

  it('is in brackets without quotes only if nothing in it ends it', () => {
    expect(writeFlowValue(['a', 'a, b', 'a[0]', 'a}', 'a:b'])).toBe('[a, "a, b", "a[0]", "a}", a:b]');
    expect(writeFlowValue({ 'a,b': 1, c: 'd' })).toBe('{ "a,b": 1, c: d }');
    expect(writeBlockText('a, b').head).toBe('a, b');
    expect(writeEntry('a, b', 1, 2)).toEqual(['a, b: 1']);
  });

  it('keeps its quotes where they are asked for and hold it', () => {
    expect(writeInlineText('a', false, 'single')).toBe("'a'");
    expect(writeInlineText("it's", false, 'single')).toBe(`"it's"`);
    expect(writeInlineText('a\t', false, 'single')).toBe('"a\\t"');
    expect(writeInlineText('a', false, 'double')).toBe('"a"');
    expect(writeInlineText('"a"', false, 'double')).toBe('"\\"a\\""');
    expect(writeBlockText('a', 'single').head).toBe("'a'");
    expect(writeBlockText('a', 'double').head).toBe('"a"');
  });

  it.each([
    ['a\nb', { head: '|-', lines: ['a', 'b'] }],
    ['a\nb\n', { head: '|', lines: ['a', 'b'] }],
    [' a\nb', { head: '|2-', lines: [' a', 'b'] }],
    ['\ta\nb', { head: '|2-', lines: ['\ta', 'b'] }],
    // What a block would change is on one line instead.
    ['a\n\n', { head: '"a\\n\\n"', lines: [] }],
    ['\na', { head: '"\\na"', lines: [] }],
    ['a\n \nb', { head: '"a\\n \\nb"', lines: [] }],
    ['a\r\nb', { head: '"a\\r\\nb"', lines: [] }],
    ['\n', { head: '"\\n"', lines: [] }],
  ])('%j is in a block if that keeps every character', (text, written) => {
    expect(writeBlockText(text)).toEqual(written);
  });

  it('of one line is in a block only if it was', () => {
    expect(writeBlockText('a')).toEqual({ head: 'a', lines: [] });
    expect(writeBlockText('a', 'literal')).toEqual({ head: '|-', lines: ['a'] });
    expect(writeBlockText('\n', 'literal').head).toBe('"\\n"');
    expect(writeBlockText('a\nb', 'double')).toEqual({ head: '"a\\nb"', lines: [] });
  });
});

describe('a value', () => {
  const json = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'medium' },
      fc.oneof(signs, fc.integer(), fc.constantFrom(-0, 1.5, 1e21), fc.boolean(), fc.constant(null)),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(
        fc.oneof(
          signs.filter((key) => key !== '__proto__'),
          fc.constant('x'.repeat(1001)),
        ),
        tie('value'),
        { maxKeys: 3, noNullPrototype: true },
      ),
    ),
  })).value;

  it('is read as the same value, in a map, in a list and on one line', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(2, 3, 4), (value, unit) => {
        expect(saysIn(block(writeEntry('k', value, unit)))).toEqual(both({ k: value }));
        expect(saysIn(block(writeItem(value, unit)))).toEqual(both([value]));
      }),
      { numRuns: samples('YAML_TEXTS', 100, 2000) },
    );
  });

  it('is on one line if it is a list of words or numbers, or empty; otherwise below its key', () => {
    expect(writeValue(['a', 1, 'b.c-d'], 2)).toEqual({ head: '[a, 1, b.c-d]', lines: [] });
    expect(writeValue(['x'.repeat(80)], 2).lines).toEqual([]);
    expect(writeValue(['x'.repeat(81)], 2).head).toBe('');
    expect(writeValue(['a', 'b c'], 3)).toEqual({ head: '', lines: ['   - a', '   - b c'] });
    expect(writeValue(['a', true], 2).lines).toEqual(['  - a', '  - true']);
    expect([writeValue([], 2), writeValue({}, 2), writeValue(-0, 2)].map(({ head }) => head)).toEqual([
      '[]',
      '{}',
      '-0',
    ]);
    expect(writeEntry('k', { a: { b: ['c'] } }, 3)).toEqual(['k:', '   a:', '      b: [c]']);
    expect(writeItem({ a: 1, b: { c: 2 } }, 4)).toEqual(['- a: 1', '  b:', '      c: 2']);
    expect(writeItem([['a b']], 4)).toEqual(['-', '  -', '    - a b']);
    // YAML counts such an indentation from the key.
    expect(writeEntry('k', ' a\nb', 4)).toEqual(['k: |2-', '   a', '  b']);
    expect(writeEntry('k', 'a\n\nb', 4)).toEqual(['k: |-', '    a', '', '    b']);
  });

  it('has a mark before a key that is too long for one without', () => {
    const [long, longer] = ['x'.repeat(1000), 'x'.repeat(1001)];
    expect(writeEntry(long, 1, 2)).toEqual([`${long}: 1`]);
    expect(writeEntry(longer, { a: 1 }, 2)).toEqual([`? ${longer}`, ':', '  a: 1']);
  });
});
