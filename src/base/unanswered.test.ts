import { expect, it } from 'vitest';
import { wasConnected } from './unanswered';

const failed = (code: string) => new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });

it.each([
  ['ECONNREFUSED', false],
  ['ENOTFOUND', false],
  ['UND_ERR_CONNECT_TIMEOUT', false],
  ['ECONNRESET', true],
  ['UND_ERR_SOCKET', true],
  ['ELSE', undefined],
])('takes from %s of Node whether there was a connection', (code, isThere) => {
  expect(wasConnected(failed(code))).toBe(isThere);
});

it('takes it from the addresses that were tried', () => {
  const each = [failed('ECONNREFUSED'), failed('ECONNREFUSED')];
  expect(wasConnected(new TypeError('fetch failed', { cause: new AggregateError(each, 'all failed') }))).toBe(false);
});

it('takes nothing from the error of a page', () => {
  expect(wasConnected(new TypeError('Failed to fetch'))).toBeUndefined();
});
