import { expect, it } from 'vitest';
import { findNearestEffort } from './nearest-effort';

it.each([
  ['high', ['low', 'medium', 'high'], 'high'],
  ['none', ['low', 'medium', 'high'], 'low'],
  ['max', ['low', 'medium', 'high'], 'high'],
  ['minimal', ['none', 'low', 'high'], 'low'],
  ['medium', [], undefined],
  ['xhigh', undefined, 'xhigh'],
] as const)('of %s, where %j are taken, sends %s', (wanted, taken, sent) => {
  expect(findNearestEffort(wanted, taken)).toBe(sent);
});
