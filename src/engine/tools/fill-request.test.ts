import fc from 'fast-check';
import { expect, it } from 'vitest';
import { scopeOf } from '@/workflow/expressions/environment';
import { boundedText } from './bounded-text';
import { fillRequest } from './fill-request';
import { openSecrets } from './secrets';

const secretText = fc.string({ minLength: 8, unit: 'grapheme' }).filter((text) => text.trim().length >= 8);

it('no secret that was given stands in what is struck, wherever in a request it stood', () => {
  fc.assert(
    fc.property(secretText, fc.string(), (secret, value) => {
      // A parameter that has the secret is struck too.
      fc.pre(!value.includes(secret));
      const secrets = openSecrets(() => secret);
      const http = {
        url: 'https://example.org/{{secrets.K}}?q={{value}}',
        headers: { authorization: 'Bearer {{secrets.K}}' },
        body: { key: '{{secrets.K}}', deep: ['{{value}} {{secrets.K}}'] },
      };
      const request = fillRequest(http, scopeOf('given', { value }), secrets);
      expect(JSON.parse(request.body ?? '').key).toBe(secret);
      const struck = secrets.strike(`${request.url}\n${request.headers['authorization']}\n${request.body}`);
      expect(struck.split('(secret K)')).toHaveLength(5);
    }),
  );
});

it('what a parameter holds stays within its part of an address and of a JSON text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (value) => {
      const http = { url: 'https://example.org/a/{{value}}/b?q={{value}}#x', body: '{"q": "{{value}}"}' };
      const { url, body } = fillRequest(
        http,
        scopeOf('given', { value }),
        openSecrets(() => undefined),
      );
      const { hostname, hash, searchParams } = new URL(url);
      expect([hostname, hash, searchParams.get('q')]).toEqual(['example.org', '#x', value]);
      expect(JSON.parse(body ?? '')).toEqual({ q: value });
    }),
  );
});

it('a text is cut by its bytes, and never within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, maxBytes) => {
      const bytesOf = (part: string) => new TextEncoder().encode(part).length;
      const bounded = boundedText(text, maxBytes);
      const isWhole = bytesOf(text) <= maxBytes;
      const kept = isWhole ? bounded : bounded.slice(0, bounded.lastIndexOf('\n['));
      expect(text.startsWith(kept)).toBe(true);
      expect(bytesOf(kept)).toBeLessThanOrEqual(maxBytes);
      expect(bytesOf(kept)).toBeGreaterThan(Math.min(maxBytes, bytesOf(text) + 3) - 4);
    }),
  );
});
