import { expect, it } from 'vitest';
import { applyModelChange, invertChange } from '../../change';
import { documentOf } from '../../sample.testing';
import { computeChange } from '../change-between';
import { replaceIndex } from './replace-index';

const change = (before: ReturnType<typeof documentOf>, index: Readonly<Record<string, string>>) => {
  const result = replaceIndex(before, { index });
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
};

it('replaces the index as a whole, keeps what stands beside it, and can be undone', () => {
  const before = documentOf({}, { memory: { index: { '/a': 'one' }, extensions: { 'x-mine': 1 } } });
  const after = change(before, { '/b': 'two' });
  const model = computeChange(before, after);
  expect(after.memory).toEqual({ index: { '/b': 'two' }, extensions: { 'x-mine': 1 } });
  const { model: back } = invertChange({ label: '', mark: '', edits: [], model });
  expect(back && applyModelChange(after, back).memory).toEqual(before.memory);
});

it('leaves an empty index out', () => {
  const before = documentOf({}, { memory: { index: { '/a': 'one' } } });
  expect(change(before, {}).memory).toBeUndefined();
});
