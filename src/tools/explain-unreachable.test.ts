import { afterEach, expect, it, vi } from 'vitest';
import { explainToolUnreachable } from './explain-unreachable';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['https://heddle.example', true, 'lab.example:8080 runs, but does not let this page use it (CORS).'],
  ['https://heddle.example', false, 'No answer from lab.example:8080.'],
  [undefined, true, 'lab.example:8080 closed the connection.'],
  [undefined, false, 'No answer from lab.example:8080.'],
])('a server that gave no answer to the page %s, and answers a probe: %s', async (origin, answers, message) => {
  vi.stubGlobal('location', origin === undefined ? undefined : { origin });
  const probed: unknown[] = [];
  const { signal } = new AbortController();
  const fetcher: typeof fetch = async (...asked) => {
    probed.push(asked);
    if (!answers) throw new TypeError('Failed to fetch');
    return new Response();
  };
  const error = await explainToolUnreachable(
    new TypeError('Failed to fetch'),
    new URL('http://lab.example:8080/mcp'),
    fetcher,
    signal,
  );
  expect(error.message).toBe(message);
  expect(error.advice?.includes('must allow requests from https://heddle.example')).toBe(message.includes('CORS'));
  expect(probed).toEqual([['http://lab.example:8080', { mode: 'no-cors', signal: expect.any(AbortSignal) }]]);
});
