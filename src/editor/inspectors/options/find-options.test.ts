import { expect, it } from 'vitest';
import { findOptions } from './find-options';
import { taskOptions } from './task-options';

const find = (text: string) => findOptions(taskOptions, text).map(({ label }) => label);

it('options are found by name first, then by meaning and by the name of their field', () => {
  expect(find('bud').slice(0, 3)).toEqual(['Budget of this task', 'Budget in tokens', 'Output tokens']);
  expect(find('retries')).toEqual(['If it fails']);
  expect(find('max turns')).toEqual(['Turns']);
  expect(find('TEMPERATURE')).toEqual(['Model options']);
  expect(find('nothing like it')).toEqual([]);
});

it('without a text all are found, each with a line of help and a name of its own', () => {
  expect(find(' ')).toHaveLength(taskOptions.length);
  expect(new Set(find('')).size).toBe(taskOptions.length);
  for (const { help } of taskOptions) expect(help).toMatch(/^.{8,48}$/);
});
