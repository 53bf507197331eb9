import { describe, expect, it } from 'vitest';
import type { Json } from '@/base/json';
import { checkExpression, evaluateExpression } from '../cel';

const names: Readonly<Record<string, Json>> = {
  text: 'Hello 😀 world',
  long: 'a'.repeat(100_000),
  two: 2,
  half: 0.5,
  items: [3, 1, 2],
  people: [
    { name: 'Zoe', age: 30 },
    { name: 'Al', age: 41 },
  ],
};

/** What an expression is over the names, after it was checked. */
function value(source: string): Json {
  const checked = checkExpression(source, Object.keys(names));
  if (!checked.ok) throw new Error(checked.error.message);
  const evaluated = evaluateExpression(source, names);
  if (!evaluated.ok) throw new Error(evaluated.error.message);
  return evaluated.value;
}

describe('the functions that expressions have beyond cel-js', () => {
  it.each([
    ['text.charAt(6) + text.substring(5, 7).trim()', '😀😀'],
    ['text.indexOf("world")', 8],
    ['text.lastIndexOf("o", 7)', 4],
    ['text.reverse()', 'dlrow 😀 olleH'],
    ['"a-b-c".replace("-", "+") + "a-b-c".replace("-", "", 1)', 'a+b+cab-c'],
    ['"ab".replace("", "-")', '-a-b-'],
    ['"%s is %d, %.1f%%".format(["x", two, half])', 'x is 2, 0.5%'],
    ['items.max() + items.min() + items.sum()', 10],
    ['items.sort() == [1, 2, 3] && items.sort().isSorted() && !items.isSorted()', true],
    ['items.reverse() + items.slice(0, 1)', [2, 1, 3, 3]],
    ['items.indexOf(1) * 10 + [1, 2, 1].lastIndexOf(1)', 12],
    ['[1, 1.0, "a", "a", [1], [1.0]].distinct()', [1, 'a', [1]]],
    ['[[1, [2]], [3]].flatten()', [1, [2], 3]],
    ['[[1, [2]], [3]].flatten(2)', [1, 2, 3]],
    ['people.sortBy(person, person.name).map(person, person.age)', [41, 30]],
    ['people.sortBy(person, -person.age)[0].name', 'Al'],
    ['lists.range(3).map(i, i * i)', [0, 1, 4]],
    ['items.transformList(i, v, v > 1, i)', [0, 2]],
    ['{"a": 1, "b": 2}.transformMap(k, v, v * 2)', { a: 2, b: 4 }],
    ['math.greatest(items) == 3 && math.least(1.5, 2, half) == half', true],
    ['math.round(half) + math.floor(2.5) + math.sqrt(16)', 7],
    ['math.sqrt(9u) + math.abs(-1)', 4],
    ['sets.contains(items, [1, 1]) && !sets.intersects(items, [7]) && sets.equivalent(items, [1, 2, 3.0])', true],
    ['base64.encode(b"abcd") + string(base64.decode("aGk="))', 'YWJjZA==hi'],
    ['strings.quote("a\\"b")', '"a\\"b"'],
  ])('%s', (source, expected) => expect(value(source)).toEqual(expected));

  it('takes whole numbers of JSON where a whole number is wanted, and no others', () => {
    expect(value('text.substring(two, two + 1)')).toBe('l');
    expect(value('lists.range(two)')).toEqual([0, 1]);
    expect(value('math.bitOr(two, 1)')).toBe(3);
    expect(() => value('text.charAt(half)')).toThrow('0.5 is not a whole number.');
  });

  it.each([
    ['text.substring(99)', 'The start is 99, but must be from 0 to 13.'],
    ['lists.range(10001)', 'The count is 10001, but must be from 0 to 10000.'],
    ['[3, "a"].sort()', 'Only values of one kind can be put in order'],
    ['[].max()', '“max” of an empty list has no value.'],
    ['[1, "a"].sum()', '“sum” takes a list of numbers.'],
    ['[1].join()', '“join” takes a list of texts.'],
    ['"%d".format(["a"])', '“%d” does not take a value of the type text.'],
    ['"%d".format([])', 'There is no value for “%d”: the list has 0.'],
    ['"%y".format([1])', '“%y” is not a clause'],
    ['"100%".format([])', 'Write “%%” for a “%”.'],
    ['math.bitShiftLeft(1, -1)', 'shifts by 0 or more, not by -1.'],
    ['base64.decode("?")', 'The text is not base64.'],
    ['{"a": 1, "a": 2}', 'The object has the key “a” twice.'],
    ['{1.5: 1}', 'A key of an object is a text, a whole number, true or false.'],
  ])('says why %s has no value', (source, message) => expect(() => value(source)).toThrow(message));

  it('makes no text that fills the memory', () => {
    expect(() => value('long.replace("", long)')).toThrow('“replace” would make too long a text.');
  });
});
