import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json } from '@/base/json';
import { fillRequest } from '@/engine/tools/fill-request';
import { openSecrets } from '@/engine/tools/secrets';
import { createToolClient } from '@/tools/create-tool-client';
import { createScope } from '@/workflow/expressions/environment';
import type { Tool } from '@/workflow/tasks/tools';

/** A request as it came. */
interface Came {
  readonly url: string;
  readonly header: string | undefined;
  readonly type: string;
  readonly body: Buffer;
}
const came: Came[] = [];
let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const { 'x-value': header, 'content-type': type = '' } = request.headers;
    came.push({ url: request.url ?? '', header: header?.toString(), type, body: Buffer.concat(parts) });
    response.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

/** Sends the request of a tool with this value. Undefined: it was refused before anything was sent. */
async function send(http: NonNullable<Tool['http']>, value: Json): Promise<Came | undefined> {
  const values = createScope('given', { value });
  const files = {
    list: async () => [],
    read: async () => Buffer.from([0, 13, 10]),
    write: async () => {},
    remove: async () => {},
  };
  const noSecrets = openSecrets(() => undefined);
  const request = await fillRequest({ ...http, url: `${url}${http.url}` }, values, noSecrets, files).catch((error) => {
    expect(error).toMatchObject({ code: 'TASK_FAILURE' });
    return undefined;
  });
  if (request === undefined) return undefined;
  const before = came.length;
  expect(await createToolClient().http(request, new AbortController().signal)).toMatchObject({ status: 200 });
  expect(came.length).toBe(before + 1);
  return came.at(-1);
}

/** Texts that mean something in an address, a form or a header, and any sequence of code units. */
const pieces = [
  '.',
  '..',
  '/',
  '\\',
  '%2e',
  '%',
  '?',
  '#',
  '&',
  '=',
  '+',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\0',
  ';',
  '@',
  ':',
  '"',
  'a',
  'é',
  '€',
  '😀',
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((all) => all.join('')),
  fc.array(fc.nat(0xff_ff), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'binary' }),
);
const holds = (check: (value: string) => Promise<void>) =>
  fc.assert(fc.asyncProperty(anyText, check), { numRuns: 150 });
const isWhole = (text: string) => !/\p{Surrogate}/u.test(text);

it('any text arrives as one segment of a path, or is refused', async () => {
  await holds(async (value) => {
    const arrived = await send({ url: '/api/{{value}}/x-{{value}}.json?fixed#f' }, value);
    expect(arrived !== undefined).toBe(isWhole(value) && !['', '.', '..'].includes(value));
    if (arrived === undefined) return;
    const [path, query] = arrived.url.split('?');
    const [, api, first, second, ...others] = path?.split('/') ?? [];
    expect([api, decodeURIComponent(first ?? ''), decodeURIComponent(second ?? ''), others, query]).toEqual([
      ...['api', value, `x-${value}.json`, []],
      'fixed',
    ]);
  });
});

it('any text in several parts of one segment stays within it', async () => {
  await holds(async (value) => {
    const arrived = await send({ url: '/api/{{value}}{{value}}' }, value);
    if (arrived === undefined) return;
    expect(arrived.url.slice(0, 5)).toBe('/api/');
    expect(decodeURIComponent(arrived.url.slice(5))).toBe(value + value);
    expect(arrived.url.slice(5)).not.toMatch(/[/?#]/);
  });
});

it('any text as a whole path stays under what stands before it', async () => {
  await holds(async (value) => {
    const arrived = await send({ url: '/api/v1/{{value*}}?q=1' }, value);
    expect(arrived !== undefined).toBe(
      isWhole(value) && !value.split('/').some((step) => /^(\.|%2e){1,2}$/.test(step) && !step.includes('%')),
    );
    if (arrived === undefined) return;
    const [path = ''] = arrived.url.split('?');
    expect(path.slice(0, 8)).toBe('/api/v1/');
    expect(path.slice(8).split('/').map(decodeURIComponent)).toEqual(value.split('/'));
  });
});

it('any text arrives as one value of a query, or is refused', async () => {
  await holds(async (value) => {
    const arrived = await send({ url: '/x?a={{value}}&b=1', query: { 'c[]': '{{value}}', d: 'x&{{value}}' } }, value);
    expect(arrived !== undefined).toBe(isWhole(value));
    if (arrived === undefined) return;
    const pairs = [...new URLSearchParams(arrived.url.slice(arrived.url.indexOf('?')))];
    expect(pairs).toEqual([
      ['a', value],
      ['b', '1'],
      ['c[]', value],
      ['d', `x&${value}`],
    ]);
  });
});

it('any text arrives as one field of a form, or is refused', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const ways: readonly NonNullable<Tool['http']>[] = [
    { url: '/', form: { role: 'user', v: '{{value}}' } },
    { url: '/', headers, body: 'role=user&v={{value}}' },
  ];
  await holds(async (value) => {
    for (const http of ways) {
      const arrived = await send(http, value);
      expect(arrived !== undefined).toBe(isWhole(value));
      if (arrived === undefined) continue;
      expect(arrived.type).toBe('application/x-www-form-urlencoded');
      expect([...new URLSearchParams(arrived.body.toString())]).toEqual([
        ['role', 'user'],
        ['v', value],
      ]);
    }
  });
});

it('any text arrives as one field of a form beside a file, or is refused', async () => {
  await holds(async (value) => {
    const arrived = await send({ url: '/', form: { v: '{{value}}', f: { file: '/a.bin' } } }, value);
    expect(arrived !== undefined).toBe(isWhole(value));
    if (arrived === undefined) return;
    const form = await new Response(new Uint8Array(arrived.body), {
      headers: { 'content-type': arrived.type },
    }).formData();
    expect(form.get('v')).toBe(value);
    const file = form.get('f');
    expect(file).toMatchObject({ name: 'a.bin', size: 3 });
  });
});

it('any text arrives as one header, or is refused', async () => {
  await holds(async (value) => {
    const arrived = await send({ url: '/', headers: { 'x-value': '{{value}}' } }, value);
    if (arrived === undefined) expect(value).toMatch(/^[ \t\r\n]|[ \t\r\n]$|[^\t\x20-\x7e\x80-\xff]/);
    else expect(arrived.header).toBe(value);
  });
});

it('any text stays one value in a body of JSON, within quotes and without', async () => {
  await holds(async (value) => {
    const arrived = await send({ url: '/', body: '{"a": "x {{value}}", "b": [{{value}}, 1]}' }, value);
    expect(JSON.parse(arrived?.body.toString() ?? '')).toEqual({ a: `x ${value}`, b: [value, 1] });
  });
});
