import { expect, it } from 'vitest';
import type { SeenName } from '@/run/filled-text';
import { readSchemaShape } from '@/workflow/graph/value-shape';
import {
  describeValue,
  findFittingOffers,
  formatHeldValue,
  formatShortValue,
  listExpressionOffers,
  listTemplateOffers,
} from './name-offers';

const facts: SeenName = {
  name: 'facts',
  kind: 'tasks',
  type: 'text',
  start: '{"n":3}',
  length: 7,
  members: [{ path: '.output.n', type: 'number', start: '3', length: 1 }],
};
const names = [
  { name: 'facts', kind: 'task', detail: 'Output of a task' },
  { name: 'item', kind: 'binding', detail: 'Given to it in a run' },
  { name: 'a-b', kind: 'input', detail: 'Input of this task' },
] as const;
const known = { values: new Map([['facts', facts]]) };
const nothing = { values: new Map() };

it('offers names with what they held, each as a template and as an expression writes it', () => {
  expect(listTemplateOffers(names, known).map(({ text }) => text)).toEqual(['facts', 'facts.output.n', 'item', 'a-b']);
  expect(listExpressionOffers(names, known).map(({ text }) => text)).toEqual([
    'tasks.facts.output.n',
    'item',
    'inputs["a-b"]',
  ]);
  expect(listExpressionOffers(names, nothing).map(({ text }) => text)[0]).toBe('tasks.facts.output');
});

it('shows a value on one line, and says what it is', () => {
  const long = { type: 'text', start: `two\n lines ${'x'.repeat(80)}`, length: 1904 } as const;
  expect(formatShortValue(long, 12)).toBe('“two lines xx…”');
  expect(describeValue(long)).toBe('Text, 1,904 characters');
  expect(formatShortValue({ type: 'number', start: '3', length: 1 })).toBe('3');
});

it('offers what schemas tell of a task that has not run', () => {
  const schema = { type: 'object', properties: { title: { type: 'string' }, 'two-words': { type: 'array' } } };
  const output = readSchemaShape(schema);
  const shapeOf = () => ({ kind: 'object', fields: { output, attempts: output }, others: 'none' }) as const;
  const offers = listExpressionOffers([names[0]], { ...nothing, shapeOf });
  expect(offers.map(({ text, detail }) => `${text}: ${detail}`)).toEqual([
    'tasks.facts.output: An object, by its schema',
    'tasks.facts.output.title: A single value, by its schema',
    'tasks.facts.output["two-words"]: A list, by its schema',
  ]);
});

it('ranks what begins with the typed letters before what holds them, and tasks to connect last', () => {
  const of = { name: 'fetch', kind: 'task', detail: '' } as const;
  const offers = [
    { text: 'tasks.fetch.output.unbroken', detail: '', value: undefined, of },
    { text: 'tasks.fetch.output.breaking', detail: '', value: undefined, of },
    { text: 'tasks.bring.output', detail: '', value: undefined, of: { ...of, name: 'bring' } },
    {
      text: 'tasks.brew.output',
      detail: '',
      value: undefined,
      of: { ...of, name: 'brew', connects: { from: 'brew', to: 'a' } },
    },
  ];
  expect(findFittingOffers(offers, 'br').map(({ text }) => text)).toEqual([
    'tasks.bring.output',
    'tasks.fetch.output.breaking',
    'tasks.fetch.output.unbroken',
    'tasks.brew.output',
  ]);
  expect(findFittingOffers(offers, 'tasks.bring.output')).toEqual([]);
  expect(findFittingOffers(offers, 'tasks.brew.output')).toHaveLength(1);
});

it('counts what is in a list and an object', () => {
  const list = { type: 'list', start: '["a","b"]', length: 9, items: 2 } as const;
  expect(formatHeldValue(list)).toBe('list of 2: ["a","b"]');
  expect(describeValue({ ...list, type: 'object' })).toBe('Object of 2 fields, 9 characters');
});
