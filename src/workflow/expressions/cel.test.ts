import { describe, expect, it } from 'vitest';
import { checkExpression, evaluateExpression } from './cel';

const names = {
  tasks: { review: { output: { score: 7, tags: ['a', 'b'], ratio: 0.5 }, content: 'looks good', status: 'COMPLETE' } },
  inputs: { 'my-id': 'x' },
  variables: { limit: 7, zero: 0 },
};
const evaluate = (source: string) => evaluateExpression(source, names);

describe('evaluateExpression', () => {
  it.each([
    'tasks.a.error.resource == "context"',
    'tasks.a.error.resource == "window"',
    `tasks.a.error.resource in ['window', "turns"]`,
    'tasks.a.error.resource == "window" && tasks.a.error.used > tasks.a.error.limit',
  ])('knows the window of a model by its older name as well: %s', (source) => {
    const error = { code: 'RESOURCE_EXHAUSTION', resource: 'context', used: 9, limit: 8 };
    expect(evaluateExpression(source, { ...names, tasks: { a: { error } } })).toEqual({ ok: true, value: true });
  });

  it('leaves the word alone elsewhere', () => {
    expect(evaluate('"window"')).toEqual({ ok: true, value: 'window' });
  });

  it.each([
    ['tasks.review.output.score + 1', 8],
    ['tasks.review.output.score / 2', 3.5],
    ['tasks.review.output.score % 2 == 1', true],
    ['2 * tasks.review.output.ratio == 1', true],
    ['2 * variables.limit == 14.0', true],
    ['10 / 4', 2],
    ['size(tasks.review.output.tags)', 2],
    ['tasks.review.output.score >= variables.limit && "a" in tasks.review.output.tags', true],
    ['inputs["my-id"]', 'x'],
    ['has(tasks.fetch) ? 1 : 2', 2],
    [
      '{"n": 1, "list": [1, 2u, 1.5], "at": timestamp("2026-01-02T03:04:05Z")}',
      { n: 1, list: [1, 2, 1.5], at: '2026-01-02T03:04:05.000Z' },
    ],
    ['tasks.review.output.tags.map(t, t + "!")', ['a!', 'b!']],
    ['b"abc"', 'abc'],
    ['size(tasks) > 0 ? "a" : null', 'a'],
    ['has(tasks.fetch) ? {"a": 1} : (has(tasks.review) ? "b" : 3)', 'b'],
    ['[].filter(i, i > 1)', []],
    ['[].map(i, i + 1).all(i, i > 0)', true],
    ['timestamp("2026-01-02T23:30:00Z").getHours("+02:00")', 1],
    ['timestamp("2026-01-02T23:30:00Z").getDayOfWeek("Europe/Berlin")', 6],
    ['timestamp("2026-01-02T03:04:05Z") - timestamp("2026-01-02T03:04:00Z")', 5000],
    ['has(inputs["my-id"]) && !has(inputs["your-id"])', true],
    ['inputs.`my-id`', 'x'],
    ['type(tasks.review.output.score)', 'double'],
    ['type(null)', 'null_type'],
    ['{6: "six"}.exists(key, key + 1 == 7)', true],
    ['null', null],
  ])('%s', (source, expected) => {
    expect(evaluate(source)).toEqual({ ok: true, value: expected });
  });

  it.each([
    'tasks.constructor',
    'tasks.review.__proto__',
    'tasks.review.output.tags.length',
    'constructor',
    'toString',
    '"a".constructor',
  ])('sees no inherited members: %s', (source) => expect(evaluate(source).ok).toBe(false));

  it('tells what went wrong', () => {
    expect(evaluate('tasks.fetch.output')).toEqual({ ok: false, error: { message: 'No such key: fetch.' } });
    expect(evaluate('1.0 / variables.zero')).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('division') },
    });
  });

  it.each(['int(1e99)', '9223372036854775807 + 1', '-(-9223372036854775808)', 'lists.range(1000000)'])(
    'refuses what is out of range: %s',
    (source) => expect(evaluate(source).ok).toBe(false),
  );

  it('matches regular expressions within bounds', () => {
    expect(evaluate('tasks.review.content.matches("^looks? (good|fine)$")')).toEqual({ ok: true, value: true });
    expect(evaluate('tasks.review.content . matches ("bad")')).toEqual({ ok: true, value: false });
    expect(evaluate('size(tasks) == 1 && "a".matches("a")')).toEqual({ ok: true, value: true });
    expect(evaluate('"matches(" + "a"')).toEqual({ ok: true, value: 'matches(a' });
    expect(evaluateExpression('o.matches', { o: { matches: 3 } })).toEqual({ ok: true, value: 3 });
    for (const pattern of ['(?=a)', '(a)\\\\1', '(', 'a'.repeat(501)]) {
      expect(evaluate(`"aaaa".matches("${pattern}")`), pattern).toMatchObject({ ok: false });
    }
    for (const pattern of ['^\\\\d+\\\\.[a-z(|)*]+$', '(abc){2}', '(a|b)c+', '^(yes|no)?$', '(a+)+$']) {
      expect(evaluate(`"aaaa".matches("${pattern}")`), pattern).toMatchObject({ ok: true });
    }
    const long = evaluateExpression('t.matches("a")', { t: 'b'.repeat(100_001) });
    expect(long).toMatchObject({ ok: false, error: { message: expect.stringContaining('100000') } });
  });
});

describe('checkExpression', () => {
  it('accepts what names only what it may', () => {
    expect(checkExpression('tasks.a.output.n > 3 && inputs.x == "y"', ['tasks', 'inputs'])).toEqual({
      ok: true,
      value: undefined,
    });
    expect(checkExpression('1 + 1.5 == 2.5 && content.matches("a")', ['content']).ok).toBe(true);
  });

  it('refuses names that are not there, wrong types and broken syntax, with the place', () => {
    expect(checkExpression('tasks.a == output', ['tasks'])).toEqual({
      ok: false,
      error: { message: 'Unknown variable: output.', at: 11 },
    });
    expect(checkExpression('1 +', [])).toEqual({
      ok: false,
      error: { message: 'The expression ends too early.', at: 3 },
    });
    expect(checkExpression('"a" + 1', [])).toMatchObject({ ok: false });
    expect(checkExpression(' ', [])).toMatchObject({ ok: false });
    expect(checkExpression('"a".matches(1)', [])).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('matches') },
    });
  });

  it.each([
    ['timestamp("2026-01-02T03:04:05Z").getHours("Mars")', 43, 'time zone'],
    ['timestamp("tomorrow")', 10, 'is not a time'],
    ['duration("5 minutes")', 9, 'is not a duration'],
    ['tasks.a.content.matches("(")', 24, 'missing closing'],
    ['{"a": [timestamp("2026-01-02T03:04:05Z"), timestamp("")]}', 52, 'is not a time'],
  ])('refuses a literal that can never be right, before the run: %s', (source, at, message) => {
    const checked = checkExpression(source, ['tasks']);
    expect(checked).toMatchObject({ ok: false, error: { at, message: expect.stringContaining(message) } });
  });

  it.each([
    ['math.greatest("a", 1)', '“math.greatest” takes numbers, or one list of numbers.', 14],
    ['math.floor("a")', '“math.floor” is called as math.floor(number), not as math.floor(text).', 0],
    [
      '"a".replace("b")',
      '“replace” is called as text.replace(text, text) or text.replace(text, text, whole number), not as text.replace(text).',
      0,
    ],
    ['[1].sortBy(x, y)', 'Unknown variable: y.', 14],
    ['{}.transformList(1, v, v)', 'The name for an item is a plain name, such as “item”.', 17],
    ['[1].exists(i, v, 1)', 'The condition must be true or false.', 17],
    ['math.max(1, 2)', '“math” has no such function.', 0],
    ['[1].sort().trim()', '“trim” is called as text.trim(), not as list.trim().', 0],
  ])('knows the functions of the extensions: %s', (source, message, at) => {
    expect(checkExpression(source, [])).toEqual({ ok: false, error: { message, at } });
  });

  it('tells the place in what the author wrote', () => {
    expect(checkExpression('{"a": []} == {"b": int("1")} && x', [])).toMatchObject({ error: { at: 32 } });
    expect(checkExpression('(true ? "a" : 1) == .5 && x', [])).toMatchObject({ error: { at: 26 } });
  });

  it('bounds how large an expression may be', () => {
    expect(checkExpression(Array.from({ length: 3000 }, () => '1').join(' + '), []).ok).toBe(false);
  });
});
