import { expect, it } from 'vitest';
import { nearestEffort } from './nearest-effort';

it.each([
  ['high', ['low', 'medium', 'high'], 'high'],
  ['none', ['low', 'medium', 'high'], 'low'],
  ['max', ['low', 'medium', 'high'], 'high'],
  ['minimal', ['none', 'low', 'high'], 'low'],
  ['medium', [], undefined],
  ['xhigh', undefined, 'xhigh'],
] as const)('of %s, where %j are taken, sends %s', (wanted, taken, sent) => {
  expect(nearestEffort(wanted, taken)).toBe(sent);
});
