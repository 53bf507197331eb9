import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createLastingFetch } from './lasting-fetch';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function serve(answer: RequestListener) {
  const connections = { count: 0 };
  server = createServer(answer);
  server.on('connection', () => {
    connections.count += 1;
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/a?b=c`, connections };
}

it('sends what it is given, gives the answer whole, and goes on with the same connection', async () => {
  const { url, connections } = await serve(async (request, response) => {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += piece;
    const { method, url: path, headers } = request;
    response.writeHead(201, { 'x-said': 'yes' }).end(JSON.stringify([method, path, headers['idempotency-key'], body]));
  });
  const send = createLastingFetch();
  for (const body of ['é'.repeat(200_000), new TextEncoder().encode('bytes')]) {
    const answer = await send(url, { method: 'POST', headers: { 'Idempotency-Key': 'k' }, body });
    expect([answer.ok, answer.status, answer.headers.get('x-said')]).toEqual([true, 201, 'yes']);
    expect(await answer.json()).toEqual(['POST', '/a?b=c', 'k', typeof body === 'string' ? body : 'bytes']);
  }
  expect(connections.count).toBe(1);
});

it('gives an answer of an error as an answer', async () => {
  const { url } = await serve((_request, response) => response.writeHead(503).end('Later.'));
  const answer = await createLastingFetch()(url);
  expect([answer.ok, answer.status, await answer.text()]).toEqual([false, 503, 'Later.']);
});

it('gives an answer without a body, and rejects for a status that is none', async () => {
  let status = 0;
  const { url } = await serve((_request, response) => response.writeHead(status).end());
  for (status of [204, 304]) {
    const answer = await createLastingFetch()(url);
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  }
  status = 999;
  await expect(createLastingFetch()(url)).rejects.toThrow(RangeError);
});

it('rejects when it is aborted, before and after, when nobody listens, and when the answer breaks off', async () => {
  let isAsked = () => {};
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve;
  });
  const { url } = await serve((request, response) => {
    if (request.url === '/broken') {
      response.writeHead(200, { 'content-length': '100' });
      response.write('Half', () => response.destroy());
    } else isAsked();
  });
  const send = createLastingFetch();
  const stop = new AbortController();
  const waiting = send(url, { signal: stop.signal });
  await asked;
  stop.abort();
  await expect(waiting).rejects.toThrow(/abort/);
  await expect(send(url, { signal: stop.signal })).rejects.toThrow(/abort/);
  await expect(send(new URL('/broken', url))).rejects.toThrow();
  await expect(send('http://127.0.0.1:1/')).rejects.toThrow(/ECONNREFUSED/);
});
