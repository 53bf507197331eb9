import { expect, it } from 'vitest';
import type { SeenName } from '@/run/filled-text';
import { describeValue, formatShortValue, listExpressionOffers, listTemplateOffers } from './name-offers';

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
const values = new Map([['facts', facts]]);

it('offers names with what they held, each as a template and as an expression writes it', () => {
  expect(listTemplateOffers(names, values).map(({ text }) => text)).toEqual(['facts', 'facts.output.n', 'item', 'a-b']);
  expect(listExpressionOffers(names, values).map(({ text }) => text)).toEqual([
    'tasks.facts.output.n',
    'item',
    'inputs["a-b"]',
  ]);
  expect(listExpressionOffers(names, new Map()).map(({ text }) => text)[0]).toBe('tasks.facts.output');
});

it('shows a value on one line, and says what it is', () => {
  const long = { type: 'text', start: `two\n lines ${'x'.repeat(80)}`, length: 1904 } as const;
  expect(formatShortValue(long, 12)).toBe('“two lines xx…”');
  expect(describeValue(long)).toBe('Text, 1,904 characters');
  expect(formatShortValue({ type: 'number', start: '3', length: 1 })).toBe('3');
});
