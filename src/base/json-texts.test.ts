import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonTexts } from './json-texts';

/** The texts under the key `content`, of JSON that is cut into pieces of a size. */
function read(json: string, size: number): string {
  const reader = new JsonTexts(['content']);
  let text = '';
  for (let at = 0; at < json.length; at += size) text += reader.push(json.slice(at, at + size));
  return text;
}

function expected(value: unknown, key = ''): string {
  if (typeof value === 'string') return key === 'content' ? `${value}\n` : '';
  if (Array.isArray(value)) return value.map((one) => expected(one)).join('');
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([name, one]) => expected(one, name))
    .join('');
}

it('reads what JSON.parse reads, wherever it is cut', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"content":"x"', '\\', '\n', '{"', '\\u0041', '😀', '\ud83d'),
  );
  const key = fc.oneof(fc.constantFrom('content', 'role', 'a"b'), text);
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.integer(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.dictionary(key, value, { maxKeys: 4 }),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      (all, size, isSpaced) => {
        const json = JSON.stringify(all, null, isSpaced ? 2 : 0);
        const parsed: unknown = JSON.parse(json);
        expect(read(json, size)).toBe(expected(parsed));
      },
    ),
  );
});

it('reads messages with several fields, and stops at no nonsense', () => {
  const messages = [
    { role: 'system', content: 'Be "brief".' },
    { role: 'user', content: 'Line one\nline two', toolCalls: [{ name: 'content', arguments: '{"content":"x"}' }] },
    { role: 'assistant', content: '' },
  ];
  expect(read(JSON.stringify(messages), 7)).toBe('Be "brief".\nLine one\nline two\n\n');
  for (const odd of ['', '}}}]]', '{"content"', '{"content":"a\\', '{"content":"\\uZZZZ"}', '"', '['.repeat(5000)]) {
    expect(() => read(odd, 3)).not.toThrow();
  }
  expect(read('[{"content":"a\\', 4)).toBe('a');
});
