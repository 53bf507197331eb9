import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSecretTarget, listSentSecrets } from './secret-target';

const http = (url: string) => ({ http: { url } });

describe('where a tool sends its secrets', () => {
  it.each([
    ['https://api.example.org/search?q={{q}}', 'https://api.example.org'],
    ['https://API.Example.org:443/{{q}}', 'https://api.example.org'],
    ['http://127.0.0.1:8080?q={{q}}', 'http://127.0.0.1:8080'],
    ['https://api.example.org', 'https://api.example.org'],
    ['https://api.example.org/{{secrets.K}}', 'https://api.example.org'],
  ])('of %s is %s', (url, target) => {
    expect(findSecretTarget(http(url))).toBe(target);
    expect(findSecretTarget({ mcp: { url } })).toBe(target);
  });

  it.each([
    '{{BASE}}/search',
    'https://{{HOST}}/x',
    'https://api.example.org{{path}}',
    'https://api.example.org:{{port}}/x',
    'https://api.{{region}}.example.org/x',
    'https://user:{{secrets.K}}@api.example.org/x',
    'https://user:word@api.example.org/{{q}}',
    '{{scheme}}://api.example.org/x',
    'ftp://api.example.org/{{q}}',
    'api.example.org/{{q}}',
    '',
  ])('of %s is not known before the run', (url) => {
    expect(findSecretTarget(http(url))).toBeUndefined();
  });

  it('is the program of a server over stdio', () => {
    expect(findSecretTarget({ mcp: { command: 'npx', args: ['{{x}}'], env: { K: '{{secrets.K}}' } } })).toBe(
      'stdio:npx',
    );
  });

  it('is where the request goes, whatever its values are', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '@',
        ':',
        '?',
        '#',
        '//evil.example',
        '@evil.example/',
        '.',
        '..',
        'https://evil.example',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    );
    const before = fc.constantFrom(
      '',
      'https://',
      'https://good.example',
      'https://good.example/',
      'https://good.example?',
      'HTTPS:\\\\good.example\\x',
    );
    fc.assert(
      fc.property(
        before,
        fc.array(part, { maxLength: 3 }),
        fc.array(part, { maxLength: 3 }),
        (start, written, values) => {
          const fixed = start + written.join('').replaceAll('{', '');
          const target = findSecretTarget(http(`${fixed}{{a}}`));
          const filled = fixed + values.join('');
          // A backslash before two braces makes them text.
          if (target === undefined || fixed.endsWith('\\') || !URL.canParse(filled)) return;
          expect(new URL(filled).origin).toBe(target);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

it('the secrets of a tool are those of its address, headers, body, arguments and variables', () => {
  const body = { a: ['{{secrets.B}}', 1], b: '\\{{secrets.NOT}}' };
  const headers = { x: '{{secrets.H}} {{ secrets.A }}' };
  expect(listSentSecrets({ http: { url: 'https://x/{{secrets.A}}', headers, body } })).toEqual(['A', 'H', 'B']);
  expect(listSentSecrets({ mcp: { command: 'c', args: ['{{secrets.A}}'], env: { E: '{{secrets.E}}' } } })).toEqual([
    'A',
    'E',
  ]);
  expect(listSentSecrets({ description: '{{secrets.D}}' })).toEqual([]);
});
