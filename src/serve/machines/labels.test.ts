import { expect, it } from 'vitest';
import { findSmallestFit, labelPattern } from './labels';

it('takes the machines that have all that is asked for, and as little else as possible', () => {
  const sets = [[], ['eu', 'gpu', 'large'], ['gpu', 'large'], ['eu']];
  expect(findSmallestFit([], sets)).toEqual([]);
  expect(findSmallestFit(['gpu'], sets)).toEqual(['gpu', 'large']);
  expect(findSmallestFit(['gpu', 'eu'], sets)).toEqual(['eu', 'gpu', 'large']);
  expect(findSmallestFit(['us'], sets)).toBeUndefined();
  expect(findSmallestFit([], [['eu', 'gpu'], ['eu']])).toEqual(['eu']);
  expect(findSmallestFit([], [])).toBeUndefined();
});

it('are words that a name of a service can have', () => {
  for (const label of ['gpu', 'eu-west_1', '8x']) expect(labelPattern.test(label), label).toBe(true);
  for (const label of ['', 'GPU', 'a.b', '-a', 'a b', 'x'.repeat(33)])
    expect(labelPattern.test(label), label).toBe(false);
});
