import { expect, it } from 'vitest';
import { sortNewestFirst } from './sort-newest-first';

it('sorts by the version in the name, where the provider tells no dates', () => {
  const names = ['gpt-4o', 'gpt-5.4-mini', 'gpt-6-luna', 'gpt-6.1-sol', 'gpt-chat-latest', 'gpt-oss-120b'];
  expect(sortNewestFirst(names, undefined)).toEqual([
    'gpt-6.1-sol',
    'gpt-6-luna',
    'gpt-5.4-mini',
    'gpt-4o',
    'gpt-chat-latest',
    'gpt-oss-120b',
  ]);
  expect(
    sortNewestFirst(['claude-opus-4-5', 'claude-opus-4-20250514', 'claude-opus-5', 'gemma-4-26b'], undefined),
  ).toEqual(['claude-opus-5', 'claude-opus-4-5', 'claude-opus-4-20250514', 'gemma-4-26b']);
});

it('sorts by the dates of the list, if all have one', () => {
  const listed = [
    { name: 'gpt-6', releasedOn: '2026-08-01' },
    { name: 'gpt-5.9', releasedOn: '2026-11-01' },
  ];
  expect(sortNewestFirst(['gpt-6', 'gpt-5.9'], listed)).toEqual(['gpt-5.9', 'gpt-6']);
  expect(sortNewestFirst(['gpt-6', 'gpt-5.9', 'gpt-5'], listed)).toEqual(['gpt-6', 'gpt-5.9', 'gpt-5']);
});

it('leaves the names of several makers in their order', () => {
  expect(sortNewestFirst(['a/model-1', 'b/model-2'], undefined)).toEqual(['a/model-1', 'b/model-2']);
});
