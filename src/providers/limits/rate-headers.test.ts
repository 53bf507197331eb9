import { expect, it } from 'vitest';
import { readRateHeaders } from './rate-headers';

const now = Date.UTC(2026, 10, 22, 10);
const read = (headers: Readonly<Record<string, string>>) => readRateHeaders(new Headers(headers), now);

it.each([
  ['0', 0],
  ['-5', 0],
  ['1s', 1000],
  ['12ms', 12],
  ['7.66s', 7660],
  ['30', 30_000],
  ['1m0.5s', 60_000],
  ['6m0s', 60_000],
  ['23h59m59s', 60_000],
])('reads what is left until a reset in %s, believing at most a minute of it', (reset, ms) => {
  const said = read({ 'x-ratelimit-remaining-requests': '59', 'x-ratelimit-reset-requests': reset });
  expect(said).toEqual({ requests: { left: 59, until: now + ms } });
});

it('reads the times of Anthropic, and takes the tokens of which least is left', () => {
  const said = read({
    'anthropic-ratelimit-requests-remaining': '49',
    'anthropic-ratelimit-requests-reset': '2026-11-22T10:00:02Z',
    'anthropic-ratelimit-tokens-remaining': '50000',
    'anthropic-ratelimit-tokens-reset': '2026-11-22T10:00:20Z',
    'anthropic-ratelimit-input-tokens-remaining': '42000',
    'anthropic-ratelimit-input-tokens-reset': '2026-11-22T10:00:10Z',
    'anthropic-ratelimit-output-tokens-remaining': '8000',
    'anthropic-ratelimit-output-tokens-reset': '2026-11-22T09:59:00Z',
  });
  expect(said).toEqual({ requests: { left: 49, until: now + 2000 }, tokens: { left: 8000, until: now } });
});

it.each([
  {},
  { 'x-ratelimit-remaining-requests': '' },
  { 'x-ratelimit-remaining-requests': 'many' },
  // Azure without counting.
  { 'x-ratelimit-remaining-requests': '-1', 'x-ratelimit-reset-requests': '0' },
])('makes nothing of %o', (headers) => {
  expect(read(headers)).toEqual({});
});

it.each([{ 'x-ratelimit-reset-tokens': 'soon' }, { 'x-ratelimit-reset-tokens': '' }, {}])(
  'takes a reset that it cannot read for a minute: %j',
  (reset) => {
    const said = read({ 'x-ratelimit-remaining-tokens': '7', ...reset });
    expect(said).toEqual({ tokens: { left: 7, until: now + 60_000 } });
  },
);
