import { expect, it } from 'vitest';
import { parseSecretUse } from './secret-grant';

it.each([
  ['A=https://api.example.org', { secret: 'A', target: 'https://api.example.org' }],
  ['A=HTTPS://API.example.org:443/', { secret: 'A', target: 'https://api.example.org' }],
  ['A=http://localhost:8080', { secret: 'A', target: 'http://localhost:8080' }],
  ['_a1 = stdio:npx', { secret: '_a1', target: 'stdio:npx' }],
])('%s allows a secret for one place', (text, use) => {
  expect(parseSecretUse(text)).toEqual({ ok: true, value: use });
});

it.each([
  ['', 'names no secret'],
  ['A', 'names no secret'],
  ['1=https://a.example', 'names no secret'],
  ['A=*', 'is not where a secret can be sent'],
  ['A=https://', 'is not where a secret can be sent'],
  ['A=https://*.example', 'is not where a secret can be sent'],
  ['A=https://u:p@a.example', 'is not where a secret can be sent'],
  ['A=ftp://a.example', 'is not where a secret can be sent'],
  ['A=stdio:', 'is not where a secret can be sent'],
  ['A=https://a.example/path', 'A=https://a.example'],
])('%s is refused: %s', (text, words) => {
  expect(parseSecretUse(text)).toEqual({ ok: false, error: expect.stringContaining(words) });
});
