import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import type { RunEvent } from '@/run/events';
import { type Listening, listenForRequests } from '@/serve/listen';
import { serveHere } from './served';

const waiting = 'tasks:\n  ask: { type: ask, message: Which?, form: { word: { type: text } } }\n';
const open: Listening[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

/** A server that gives up streams that are stuck after 300 ms, and gives a sign of life every 50 ms. */
async function listening() {
  const served = serveHere({ 'waiting.yaml': waiting }, { limits: { stalledMs: 300, heartbeatMs: 50, drainMs: 0 } });
  const server = await listenForRequests(served.app, { host: '127.0.0.1', port: 0, limits: served.options.limits });
  open.push(server);
  const { json: run } = await served.call('POST', '/api/v1/workflows/waiting.yaml/runs');
  const streams = async () => {
    const figures = await (await served.app.request('/metrics')).text();
    return Number(/^heddle_event_streams (\d+)$/m.exec(figures)?.[1]);
  };
  return { ...served, url: server.url, id: run.id as string, streams };
}

it('a stream whose client takes nothing is given up; one that is taken lives on', async () => {
  const { options, url, id, streams } = await listening();
  const { events } = options.stores;
  const before = await events.read(id);
  const last = before.at(-1);
  if (last === undefined) throw new Error('The run has no events.');
  // More than the buffers of a connection hold.
  const more = Array.from({ length: 20_000 }, (_, at) => {
    const warning = { ...last, seq: last.seq + 1 + at, kind: 'resource.warning', data: { message: 'x'.repeat(1000) } };
    return warning as unknown as RunEvent;
  });
  await events.append(id, more, 'relaxed');
  const path = `/api/v1/runs/${id}/events/stream`;
  const stuck = connect(Number(new URL(url).port), '127.0.0.1', () => {
    stuck.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  });
  stuck.on('error', () => undefined).pause();
  await expect.poll(streams).toBe(1);
  const taken = await fetch(`${url}${path}?from=${last.seq + more.length + 1}`);
  const reader = taken.body?.getReader();
  await expect.poll(streams).toBe(2);
  await expect.poll(streams).toBe(1);
  // Signs of life still come.
  const decoder = new TextDecoder();
  let text = '';
  for (let signs = 0; signs < 5; signs = text.split(': still here').length - 1) {
    text += decoder.decode((await reader?.read())?.value);
  }
  expect(await streams()).toBe(1);
  await reader?.cancel();
  await expect.poll(streams).toBe(0);
  stuck.destroy();
});

it('when it stops, streams end and the port is free', async () => {
  const { app, url, id, options } = await listening();
  const response = await fetch(`${url}/api/v1/runs/${id}/events/stream`);
  const text = response.text();
  await open.splice(0)[0]?.close();
  expect(await text).not.toContain('event: end');
  await expect(fetch(url)).rejects.toThrow();
  const again = await listenForRequests(app, {
    host: '127.0.0.1',
    port: Number(new URL(url).port),
    limits: options.limits,
  });
  await again.close();
});
