import { expect, it } from 'vitest';
import type { Json } from '@/base/json';
import { evaluateExpression } from '@/workflow/expressions/cel';
import type { FoundValue } from '../values';
import { writeConditions } from './conditions';
import { writeFileProperty } from './file-properties';

const find = (type: Extract<FoundValue, { is: 'value' }>['type'], isNullable: boolean) => (): FoundValue => ({
  is: 'value',
  path: 'x',
  cel: 'inputs.x',
  type,
  isNullable,
});

const holds = (operator: string, given: Json, value: Json, type: Parameters<typeof find>[0]) => {
  const condition = { variable_selector: ['a', 'x'], comparison_operator: operator, value };
  const { cel } = writeConditions([condition], 'and', find(type, given === null));
  const result = evaluateExpression(cel, { inputs: { x: given } });
  return result.ok ? result.value : result.error.message;
};

// What each gives in Dify: ConditionProcessor in https://github.com/langgenius/dify, 1.9.
it.each<readonly [string, Json, Json, Parameters<typeof find>[0], boolean]>([
  ['contains', 'abc', 'b', 'text', true],
  ['contains', '', 'b', 'text', false],
  ['contains', null, 'b', 'text', false],
  ['contains', ['a', 'b'], 'b', 'list', true],
  ['not contains', 'abc', 'x', 'text', true],
  ['not contains', null, 'x', 'text', true],
  ['start with', 'abc', 'a', 'text', true],
  ['end with', 'abc', 'a', 'text', false],
  ['is', 'a"b', 'a"b', 'text', true],
  ['is', null, 'a', 'text', false],
  ['is not', 'a', 'b', 'text', true],
  ['is not', null, 'b', 'text', false],
  ['is', true, 'true', 'boolean', true],
  ['empty', '', '', 'text', true],
  ['empty', null, '', 'text', true],
  ['empty', 0, '', 'number', true],
  ['empty', [], '', 'list', true],
  ['not empty', 'x', '', 'text', true],
  ['not empty', null, '', 'list', false],
  ['=', 3, '3', 'number', true],
  ['=', null, '3', 'number', false],
  ['≠', 3, '4', 'number', true],
  ['>', 3, '2', 'number', true],
  ['<', 3, '2', 'number', false],
  ['≥', 3, '3', 'number', true],
  ['≤', 2.5, '2.5', 'number', true],
  ['null', null, '', 'any', true],
  ['not null', 'a', '', 'any', true],
  ['in', 'a', ['a', 'b'], 'text', true],
  ['not in', 'a', ['a', 'b'], 'text', false],
  ['exists', 'a', '', 'any', true],
  ['not exists', null, '', 'any', true],
  ['all of', ['a', 'b'], ['a'], 'list', true],
])('%s: %j with %j (%s) is %s', (operator, given, value, type, expected) => {
  expect(holds(operator, given, value, type)).toBe(expected);
});

it('joins conditions, compares with values of other nodes, and tells what it cannot', () => {
  const both = [
    { variable_selector: ['a', 'x'], comparison_operator: 'is', value: 'y' },
    { variable_selector: ['a', 'x'], comparison_operator: 'is', value: '{{#b.z#}}' },
  ];
  const named = (reference: { node: string }): FoundValue => ({
    is: 'value',
    path: '',
    cel: `tasks.${reference.node}.content`,
    type: 'text',
  });
  expect(writeConditions(both, 'or', named).cel).toBe(
    'tasks.a.content == "y" || tasks.b.content == tasks.b.content'.replace(
      'tasks.b.content == ',
      'tasks.a.content == ',
    ),
  );
  const unknown = writeConditions(
    [{ variable_selector: ['a', 'x'], comparison_operator: 'sounds like', value: 'y' }],
    'and',
    named,
  );
  expect(unknown).toEqual({ cel: 'false', problems: ['“sounds like” is not a known operator.'] });
});

const files = ['/a/scan.PDF', '/a/me.png'];
it.each<readonly [string, string, readonly Json[], boolean]>([
  ['contains', 'or', [{ key: 'type', comparison_operator: 'in', value: ['document', 'video'] }], true],
  ['contains', 'or', [{ key: 'type', comparison_operator: 'is', value: 'audio' }], false],
  ['not contains', 'or', [{ key: 'type', comparison_operator: 'in', value: ['audio'] }], true],
  ['all of', 'or', [{ key: 'type', comparison_operator: 'not in', value: ['audio'] }], true],
  ['all of', 'or', [{ key: 'extension', comparison_operator: 'is', value: '.png' }], false],
  [
    'contains',
    'and',
    [
      { key: 'type', comparison_operator: 'in', value: ['image'] },
      { key: 'name', comparison_operator: 'is', value: 'scan.PDF' },
    ],
    false,
  ],
  ['contains', 'or', [{ key: 'name', comparison_operator: 'contains', value: 'scan.P' }], true],
])('files %s one that (%s) %j: %s', (operator, logical_operator, conditions, expected) => {
  const condition = {
    variable_selector: ['a', 'x'],
    comparison_operator: operator,
    value: '',
    sub_variable_condition: { logical_operator, conditions },
  };
  const { cel, problems } = writeConditions([condition], 'and', find('list', false));
  expect(evaluateExpression(cel, { inputs: { x: files } })).toMatchObject({ ok: true, value: expected });
  expect(problems).toEqual(['The ending of its name says what type a file is']);
});

it.each([
  ['/in/scan.PDF', { name: 'scan.PDF', extension: '.pdf', type: 'document' }],
  ['/me.jpeg', { name: 'me.jpeg', extension: '.jpeg', type: 'image' }],
  ['/data', { name: 'data', extension: '', type: 'custom' }],
])('of %s a path tells %j', (file, told) => {
  for (const [property, value] of Object.entries(told)) {
    const cel = writeFileProperty('inputs.x', property) ?? '';
    expect(evaluateExpression(cel, { inputs: { x: file } })).toMatchObject({ value });
  }
  expect(writeFileProperty('inputs.x', 'size')).toBeUndefined();
});

it('a property of files that no path tells never holds, and is told', () => {
  const sub_variable_condition = { conditions: [{ key: 'size', comparison_operator: '>', value: '3' }] };
  const condition = {
    variable_selector: ['a', 'x'],
    comparison_operator: 'contains',
    value: '',
    sub_variable_condition,
  };
  const { cel, problems } = writeConditions([condition], 'and', find('list', false));
  expect({ cel, problems }).toEqual({
    cel: 'false',
    problems: ['What is compared is a property of files that an expression here does not see.'],
  });
});
