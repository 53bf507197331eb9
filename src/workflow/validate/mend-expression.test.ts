import { expect, it } from 'vitest';
import type { Scope } from '../graph/scope';
import type { Siblings } from '../graph/siblings';
import { hasQuotedTemplate, mendExpression } from './mend-expression';

const siblings = new Map(['fetch', 'list-it', 'item'].map((id) => [id, {}])) as unknown as Siblings;
const scope: Scope = {
  inputs: { limit: 1 },
  bindings: ['item'],
  outer: { variables: { day: 1 }, beside: { siblings, member: undefined } },
};
const guess = (name: string) => (name === 'fetsh' ? 'fetch' : name === 'itm' ? 'item' : undefined);
const mend = (source: string) => mendExpression(source, scope, guess);

it.each([
  ['not a', '!a'],
  ['not a and c', '!a && c'],
  ['not f(1 + 2) and c', '!f(1 + 2) && c'],
  ['not x[1 + 2]', '!x[1 + 2]'],
  ['not a == 1', '!(a == 1)'],
  ['not a in [1]', '!(a in [1])'],
  ['not f(1) == 1 and c', '!(f(1) == 1) && c'],
  ['not (a)[b + 1](c - 1)', '!(a)[b + 1](c - 1)'],
  ['not a + 1 > 2 or c', '!(a + 1 > 2) || c'],
  ['(not a == 1) and c', '(!(a == 1)) && c'],
  ['not a ? 1 : 2', '!a ? 1 : 2'],
  ['f(not a, c)', 'f(!a, c)'],
  ['[not a == "]"]', '[!(a == "]")]'],
  ['{x: not a}', '{x: !a}'],
  ['not "a + c"', '!"a + c"'],
  ['not(a == 1)', '!(a == 1)'],
  ['not\na > 1', '!(a > 1)'],
  ['not not a', '!!a'],
  ['not', '!'],
])('“not” holds for what it held for: %s', (source, text) => {
  expect(mend(source)?.text).toBe(text);
  expect(mend(source)?.advice).toContain('“not” is written “!”.');
});

it.each([
  ['a and c or d AND e', 'a && c || d && e'],
  ['a === 1', 'a == 1'],
  ['a !== 1', 'a != 1'],
  ['a<>1', 'a!=1'],
  ['a = 1', 'a == 1'],
  ['a! = 1', 'a! == 1'],
  ['a & c | d', 'a && c || d'],
  ['item?.x', 'item.x'],
  ['item?.[0]', 'item[0]'],
  ['12 = a=None', '12 == a==null'],
  ['a is c', 'a == c'],
  ['a is not None', 'a != null'],
  ['a == True', 'a == true'],
  [`and${' '.repeat(9997)}`, `&&${' '.repeat(9997)}`],
])('operators and constants of others are replaced: %s', (source, text) => {
  expect(mend(source)?.text).toBe(text);
});

it.each([
  ['{{fetch}} == 1', 'tasks.fetch.output == 1'],
  ['{{ fetch.output }}', 'tasks.fetch.output'],
  [['$', '{{fetch}}'].join(''), 'tasks.fetch.output'],
  ['$ {{fetch}}', '$ tasks.fetch.output'],
  ['"{{ fetch }}" == 1', 'tasks.fetch.output == 1'],
  ['{{fetch}} > {{limit}}', 'tasks.fetch.output > inputs.limit'],
  ['{{fetch', '{{tasks.fetch.output'],
  ['{ {fetch}}', '{ {tasks.fetch.output}}'],
  ['{{fetch} }', '{{tasks.fetch.output} }'],
  ['1 + {{ fetch }} + 1', '1 + tasks.fetch.output + 1'],
])('a name loses the braces of a template: %s', (source, text) => {
  expect(mend(source)?.text).toBe(text);
});

it.each([
  ['fetch', 'tasks.fetch.output'],
  ['fetch.result.x', 'tasks.fetch.output.x'],
  ['fetch.notes', 'tasks.fetch.notes'],
  ['fetch["content"]', 'tasks.fetch["content"]'],
  ['fetch["x"].y', 'tasks.fetch.output["x"].y'],
  ['fetch[0]', 'tasks.fetch.output[0]'],
  ['{"x": fetch}', '{"x": tasks.fetch.output}'],
  ['limit > 1', 'inputs.limit > 1'],
  ['day', 'variables.day'],
  ['fetsh.x', 'tasks.fetch.output.x'],
  ['itm > 1', 'item > 1'],
  ['steps.fetch.outputs.x', 'tasks.fetch.output.x'],
  ['steps["list-it"]', 'tasks["list-it"].output'],
  ['steps["list-it"].status', 'tasks["list-it"].status'],
  ['state.taskResults.fetch.text', 'tasks.fetch.content'],
  ['vars.day', 'variables.day'],
  ['vars[day]', 'vars[variables.day]'],
  ['steps > fetch', 'steps > tasks.fetch.output'],
  ['[fetch, limit]', '[tasks.fetch.output, inputs.limit]'],
])('a name gets the root that reaches it: %s', (source, text) => {
  expect(mend(source)?.text).toBe(text);
});

it.each([
  'notx',
  'item.not',
  '{and: 1}',
  '{x: 1, is: 2}',
  'item.and',
  '`and`',
  '"a and c"',
  'a >= 1 && c != 2 || !d',
  'a ?.5 : 1',
  'item ?? 1',
  'item.fetch',
  'fetch(1)',
  '[1].all(fetch, fetch > 0)',
  '{fetch: 1}',
  'tasks.fetch.output',
  'inputs.limit',
  'a == "="',
  '[vars, "day"]',
  'vars["day" + "x"]',
  '"{{ fetch.a b }}" == 1',
  'steps.nope',
  'steps.limit',
  'nope',
  '"{{ nope }}" == 1',
  '"a {{fetch}}" == 1',
  `and${' '.repeat(9998)}`,
])('what is right, or means nothing, stays: %s', (source) => {
  expect(mend(source)).toBeUndefined();
});

it('a function that only a trigger rule replaces stays, with advice, and only where it is called', () => {
  expect(mend('always() == 1')).toEqual({ text: 'always() == 1', advice: [expect.stringContaining('trigger_rule')] });
  expect(mend('always == 1')).toBeUndefined();
});

it('what is written in another way is named in the advice', () => {
  expect(mend('steps.fetch is not None and {{limit}} > 1')).toEqual({
    text: 'tasks.fetch.output != null && inputs.limit > 1',
    advice: [
      'An expression is not a template: names are written without braces.',
      '“is not” is written “!=”.',
      '“None” is written “null”.',
      '“and” is written “&&”.',
      '“steps” is written tasks: tasks.fetch.output.',
      'An input is written inputs.limit.',
    ],
  });
  expect(mend('a is vars.day')?.advice).toEqual([
    '“is” is written “==”.',
    '“vars” is written variables: variables.day.',
  ]);
  expect(mend('item?.x + item?.[0]')?.advice).toEqual(['“?.” is written “.”.', '“?.[” is written “[”.']);
  expect(mend('fetch')?.advice).toEqual(['A task is written tasks.fetch.output.']);
});

it('a template in quotes is one only if it is of one name that means something', () => {
  const quoted = (source: string) => hasQuotedTemplate(source, scope);
  expect(['"{{fetch}}" == 1', "item == '{{ limit }}'"].map(quoted)).toEqual([true, true]);
  expect(['{{fetch}} == 1', '"{{nope}}"', '"a {{fetch}}"', '"x" == 1'].map(quoted)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
