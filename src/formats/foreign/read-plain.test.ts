import { expect, it } from 'vitest';
import { foreignLimits, getMember, readPlain } from './read-plain';

const readValue = (text: string) => {
  const read = readPlain(text);
  return read.ok ? read.value : read.error;
};

it('reads JSON and YAML alike, also where keys are meant to reach into objects', () => {
  expect(readValue('{"a": [1, "x", null], "__proto__": {"b": 1}}')).toEqual({ a: [1, 'x', null] });
  expect(readValue('a: [1, x, null]\n__proto__: { b: 1 }\nconstructor: 1\n')).toEqual({ a: [1, 'x', null] });
  expect(({} as { b?: number }).b).toBeUndefined();
});

it('stops at the bounds: levels, values, bytes, aliases', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  expect(readValue(deep(foreignLimits.depth))).toBeInstanceOf(Array);
  expect(readValue(deep(foreignLimits.depth + 2))).toBe('The file has more than 100 levels.');
  expect(readValue(`[${'0,'.repeat(foreignLimits.values)}0]`)).toBe('The file has more than 500,000 values.');
  expect(readValue(`"${'x'.repeat(foreignLimits.bytes)}"`)).toBe('The file is larger than 20 MB.');
  const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < 9; level += 1) bomb.push(`a${level}: &a${level} [${`*a${level - 1}, `.repeat(10)}]`);
  const bombed = readPlain(bomb.join('\n'));
  expect(JSON.stringify(bombed.ok ? bombed.value : '').length).toBeLessThan(1_000_000);
});

it('a member of what is no object is none', () => {
  expect([getMember('text', 'a'), getMember({ a: 1 }, 'a', 'b'), getMember({}, 'constructor')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
