import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchWhole } from './whole-fetch';

const text = JSON.stringify(Array.from({ length: 3000 }, (_, at) => Math.sin(at)));
const encodings = { gzip: gzipSync, br: brotliCompressSync, deflate: deflateSync, identity: (one: string) => one };
let server: Server;
let base = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    const [, encoding = '', kept = ''] = (request.url ?? '').split('/');
    const bytes = Buffer.from(encodings[encoding as keyof typeof encodings](text));
    response.writeHead(200, encoding === 'identity' ? {} : { 'content-encoding': encoding });
    response.end(bytes.subarray(0, kept === 'all' ? bytes.length : Math.floor(bytes.length * Number(kept))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

const read = async (path: string) => (await fetchWhole(`${base}/${path}`)).text();

it.each(['gzip', 'br', 'deflate', 'identity'])('reads a whole answer in %s', async (encoding) => {
  expect(await read(`${encoding}/all`)).toBe(text);
});

it.each(['gzip', 'br', 'deflate'])('breaks with an answer in %s that is cut off anywhere', async (encoding) => {
  for (const kept of [0.0005, 0.01, 0.5, 0.9, 0.9999]) {
    await expect(read(`${encoding}/${kept}`)).rejects.toThrow('terminated');
  }
});

it('takes an answer without a body', async () => {
  expect(await read('gzip/0')).toBe('');
  expect((await fetchWhole(`${base}/gzip/all`, { method: 'HEAD' })).status).toBe(200);
});

it('can be aborted amid an answer', async () => {
  const stop = new AbortController();
  const response = await fetchWhole(`${base}/gzip/all`, { signal: stop.signal });
  stop.abort();
  await expect(response.text()).rejects.toThrow('abort');
});
