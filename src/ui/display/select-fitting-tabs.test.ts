import { expect, it } from 'vitest';
import { selectFittingTabs } from './select-fitting-tabs';

const tabs = ['output', 'timeline', 'logs', 'metrics'].map((id) => ({ id }));
const widths = new Map(tabs.map(({ id }) => [id, 50]));
const select = (chosen: string, room: number) => selectFittingTabs(tabs, chosen, widths, room).map(({ id }) => id);

it('has all tabs where they fit, and else the first ones with the chosen one', () => {
  // Four tabs of 50, three gaps of 16, and 24 beside them.
  expect(select('output', 272)).toEqual(['output', 'timeline', 'logs', 'metrics']);
  expect(select('output', 271)).toEqual(['output', 'timeline', 'logs']);
  expect(select('metrics', 271)).toEqual(['output', 'timeline', 'metrics']);
  expect(select('logs', 150)).toEqual(['logs']);
  expect(select('logs', 10)).toEqual(['logs']);
});

it('does not let a narrow tab stand where a wide one before it did not', () => {
  const uneven = new Map([...widths, ['timeline', 200] as const]);
  expect(selectFittingTabs(tabs, 'output', uneven, 300).map(({ id }) => id)).toEqual(['output']);
});

it('takes in what was not measured yet', () => {
  expect(selectFittingTabs(tabs, 'output', new Map(), 100)).toBe(tabs);
});
