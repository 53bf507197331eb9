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

  it('bounds how large an expression may be', () => {
    expect(checkExpression(Array.from({ length: 3000 }, () => '1').join(' + '), []).ok).toBe(false);
  });
});
