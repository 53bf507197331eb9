import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createScope } from '@/workflow/expressions/environment';
import type { Tool } from '@/workflow/tasks/tools';
import { boundText } from './bounded-text';
import { fillRequest } from './fill-request';
import { openSecrets } from './secrets';

const secretText = fc.string({ minLength: 8, unit: 'grapheme-ascii' }).filter((text) => text.trim().length >= 8);

it('no secret that was given stands in what is struck, wherever in a request it stood', async () => {
  await fc.assert(
    fc.asyncProperty(secretText, fc.string(), async (secret, value) => {
      // A parameter that has the secret is struck too.
      fc.pre(!value.includes(secret));
      const secrets = openSecrets(() => secret);
      const http = {
        url: 'https://example.org/{{secrets.K}}?q={{value}}',
        headers: { authorization: 'Bearer {{secrets.K}}' },
        body: { key: '{{secrets.K}}', deep: ['{{value}} {{secrets.K}}'] },
      };
      const request = await fillRequest(http, createScope('given', { value }), secrets);
      expect(JSON.parse(String(request.body)).key).toBe(secret);
      const struck = secrets.strike(`${request.url}\n${request.headers['authorization']}\n${request.body}`);
      expect(struck.split('(secret K)')).toHaveLength(5);
    }),
  );
});

const place = createScope('given', {
  none: null,
  empty: '',
  list: ['a b', 'c', null, 1],
  nothing: [],
  object: { a: 1 },
  path: 'docs/read me.md',
  up: 'docs/../../secret',
  dots: '..',
  host: 'api.example.org:8080',
  base: 'https://example.org/v1?key=1',
  file: 'notes/a.txt',
});
const fill = (http: NonNullable<Tool['http']>) =>
  fillRequest(
    http,
    place,
    openSecrets((name) => (name === 'LINES' ? 'token\n' : undefined)),
    {
      list: async () => [],
      read: async (path) => (path === '/notes/a.txt' ? new TextEncoder().encode('text') : undefined),
      write: async () => {},
      remove: async () => {},
    },
  );

it.each([
  ['{{path*}}', 'https://example.org/{{path*}}', 'https://example.org/docs/read%20me.md'],
  ['one segment', 'https://example.org/{{path}}/x', 'https://example.org/docs%2Fread%20me.md/x'],
  ['a whole path that is empty', 'https://example.org/a/{{empty*}}', 'https://example.org/a/'],
  [
    'a host',
    'https://{{host}}/{{path}}#{{path}}',
    'https://api.example.org:8080/docs%2Fread%20me.md#docs%2Fread%20me.md',
  ],
  ['a start with a query', '{{base}}&q={{path}}', 'https://example.org/v1?key=1&q=docs%2Fread%20me.md'],
  ['a value that was left out', 'https://example.org/x?a={{none}}&b=1&c={{none}}', 'https://example.org/x?b=1'],
  ['only such values', 'https://example.org/x?a={{none}}#top', 'https://example.org/x#top'],
  ['an empty value', 'https://example.org/x?a={{empty}}&b=x{{none}}', 'https://example.org/x?a=&b=x'],
  ['a list', 'https://example.org/x?a[]={{list}}&b={{nothing}}', 'https://example.org/x?a[]=a%20b&a[]=c&a[]=1'],
  ['a joined list', 'https://example.org/x?a={{list.join(",")}}', 'https://example.org/x?a=a%20b%2Cc%2C%2C1'],
  [
    'a joined list that is none',
    'https://example.org/x?a={{none.join()}}&b={{path.join(" ")}}',
    'https://example.org/x?b=docs%2Fread%20me.md',
  ],
  ['an object', 'https://example.org/x?a={{object}}', 'https://example.org/x?a=%7B%22a%22%3A1%7D'],
])('an address with %s', async (_, template, url) => {
  expect(await fill({ url: template })).toMatchObject({ method: 'GET', url });
});

it.each([
  ['https://example.org/{{empty}}', '“empty” is empty'],
  ['https://example.org/{{none}}/x', '“none” is empty'],
  ['https://example.org/{{dots}}/x', 'leads elsewhere'],
  ['https://example.org/.{{empty}}{{empty}}/x', 'leads elsewhere'],
  ['https://example.org/%2e{{empty}}/x', 'leads elsewhere'],
  ['https://example.org/{{up*}}', 'leads elsewhere'],
  ['https://example.org/v{{dots*}}/..{{empty*}}', 'leads elsewhere'],
  ['https://example.org{{path}}', 'not a name of a host'],
  ['https://{{path*}}/x', 'not a name of a host'],
])('the address %s is refused', async (url, message) => {
  await expect(fill({ url })).rejects.toMatchObject({
    code: 'TASK_FAILURE',
    message: expect.stringContaining(message),
  });
});

it('a query adds to that of an address, without what was left out', async () => {
  const query = { 'a b': '{{path}}', tag: '{{list}}', csv: '{{list.join(";")}}', none: '{{none}}', fixed: 'x&y' };
  const { url } = await fill({ url: 'https://example.org/x?z=1#top', query });
  const all = 'z=1&a%20b=docs%2Fread%20me.md&tag=a%20b&tag=c&tag=1&csv=a%20b%3Bc%3B%3B1&fixed=x%26y';
  expect(url).toBe(`https://example.org/x?${all}#top`);
});

it('a form is sent as such, without what was left out, and as multipart where the headers say so', async () => {
  const form = { a: '{{path}}', tag: '{{list}}', none: '{{none}}' };
  const url = 'https://example.org/';
  expect(await fill({ url, form })).toEqual({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=docs%2Fread+me.md&tag=a+b&tag=c&tag=1',
  });
  const { headers, body } = await fill({ url, form, headers: { 'Content-Type': 'multipart/form-data' } });
  expect(headers).toEqual({ 'Content-Type': 'multipart/form-data; boundary=heddle-form' });
  expect(new TextDecoder().decode(body as Uint8Array)).toContain('name="tag"\r\n\r\nc\r\n--heddle-form\r\n');
});

it('a file of a form has its name and its type, and has to be there', async () => {
  const url = 'https://example.org/';
  const { body } = await fill({ url, form: { doc: { file: '{{file}}' }, none: { file: '{{none}}' } } });
  expect(new TextDecoder().decode(body as Uint8Array)).toBe(
    '--heddle-form\r\nContent-Disposition: form-data; name="doc"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\ntext\r\n--heddle-form--\r\n',
  );
  await expect(fill({ url, form: { doc: { file: '/gone' } } })).rejects.toThrow('There is no file /gone.');
  await expect(fill({ url, form: { doc: { file: '{{up}}' } } })).rejects.toThrow('is not a path of a file');
});

it('a header without a value is left out, and a secret is sent without the line break of its file', async () => {
  const headers = { a: '{{none}}', b: 'x{{none}}', c: '{{empty}}', d: 'Bearer {{secrets.LINES}}', e: ' x {{path}} ' };
  const { headers: sent } = await fill({ url: 'https://example.org/', headers });
  expect(sent).toEqual({ b: 'x', c: '', d: 'Bearer token', e: 'x docs/read me.md' });
});

it('a value in a body of JSON stays what it is, and a body that is one value stays a text', async () => {
  const body = '{"a": {{list}}, "b": "{{object}}", "c": {{none}}, "d": {{list.join("-")}}}';
  const filled = await fill({ url: 'https://example.org/', body });
  expect(JSON.parse(String(filled.body))).toEqual({ a: ['a b', 'c', null, 1], b: '{"a":1}', c: null, d: 'a b-c--1' });
  expect(await fill({ url: 'https://example.org/', body: '{{object}}' })).toMatchObject({
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
});

it('a text is cut by its bytes, and never within a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(50), (text, maxBytes) => {
      const bytesOf = (part: string) => new TextEncoder().encode(part).length;
      const bounded = boundText(text, maxBytes);
      const isWhole = bytesOf(text) <= maxBytes;
      const kept = isWhole ? bounded : bounded.slice(0, bounded.lastIndexOf('\n['));
      expect(text.startsWith(kept)).toBe(true);
      expect(bytesOf(kept)).toBeLessThanOrEqual(maxBytes);
      expect(bytesOf(kept)).toBeGreaterThan(Math.min(maxBytes, bytesOf(text) + 3) - 4);
    }),
  );
});
