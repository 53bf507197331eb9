import { afterEach, beforeEach, expect, it } from 'vitest';
import { isJsonObject, type JsonObject } from '@/base/json';
import { createToolError } from '@/base/tool-error';
import type { ToolClient } from '@/engine/ports/tool-client';
import { createToolClient } from '../create-tool-client';
import type { ProcessWatcher, StartServer } from './server-process';
import { StdioTransport } from './stdio-transport';

const server = { command: '/opt/bin/berths', args: [], env: {} };
const { signal } = new AbortController();

/** A process in memory, with its input and a function that makes it print. */
interface Started {
  readonly watcher: ProcessWatcher;
  readonly methods: string[];
  ended: boolean;
}
let started: Started[] = [];
let client: ToolClient;
/** The answer to a call, as bytes of standard output; tests may replace it. */
let answerCall = (id: unknown): Uint8Array[] => [
  lineOf(id, { content: [{ type: 'text', text: `call ${String(id)}` }] }),
];

function lineOf(id: unknown, result: object): Uint8Array {
  return new TextEncoder().encode(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\r\n`);
}

/** Answers like a server of an older revision. */
function answer({ id, method }: JsonObject): Uint8Array[] {
  if (id === undefined) return [];
  if (method === 'tools/call') return answerCall(id);
  if (method === 'tools/list') return [lineOf(id, { tools: [] })];
  if (method !== 'initialize')
    return [
      new TextEncoder().encode(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"error":{"code":-32601,"message":"No"}}\n`),
    ];
  const serverInfo = { name: 'memory', version: '1' };
  return [lineOf(id, { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo })];
}

const startServer: StartServer = (_server, watcher) => {
  const one: Started = { watcher, methods: [], ended: false };
  started.push(one);
  return {
    pid: started.length,
    write(text) {
      if (one.ended) return false;
      const message = JSON.parse(text) as JsonObject;
      if (!isJsonObject(message)) throw new Error('No message.');
      one.methods.push(String(message['method']));
      queueMicrotask(() => {
        for (const bytes of answer(message)) watcher.printed(bytes);
      });
      return true;
    },
    end: async () => {
      one.ended = true;
    },
  };
};

const call = (within = signal) => client.mcpCall(server, 'do', {}, within);

beforeEach(() => {
  started = [];
  client = createToolClient({ startServer });
});
afterEach(async () => {
  await client.close();
  expect(started.every(({ ended }) => ended)).toBe(true);
});

it('reads messages however their bytes come', async () => {
  answerCall = (id) => {
    const line = lineOf(id, { content: [{ type: 'text', text: 'Málaga – 7' }] });
    const notification = new TextEncoder().encode(
      '\n{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}\n',
    );
    return [notification, ...Array.from(line, (_byte, at) => line.subarray(at, at + 1))];
  };
  expect(await call()).toEqual({ text: 'Málaga – 7', isError: false });
  expect(started).toHaveLength(1);
});

it('asks a new process where the one before has ended since', async () => {
  answerCall = (id) => [lineOf(id, { content: [{ type: 'text', text: `of ${started.length}` }] })];
  expect((await call()).text).toBe('of 1');
  const [first] = started as [Started];
  // The process has ended, but this is not reported yet.
  first.ended = true;
  expect((await call()).text).toBe('of 2');
  first.watcher.ended(createToolError('berths ended with exit code 0.'));
  expect((await call()).text).toBe('of 2');
  expect(first.methods.filter((method) => method === 'tools/call')).toHaveLength(1);
});

it('does not ask again what a process may have done', async () => {
  answerCall = () => {
    started.at(-1)?.watcher.ended(createToolError('berths ended with exit code 1.'));
    return [];
  };
  await expect(call()).rejects.toMatchObject({ message: 'berths ended with exit code 1.' });
  expect(started.flatMap(({ methods }) => methods).filter((method) => method === 'tools/call')).toHaveLength(1);
});

it('drops what comes after a call was cancelled', async () => {
  const late: Uint8Array[] = [];
  answerCall = (id) => {
    late.push(lineOf(id, { content: [] }));
    return [];
  };
  const stop = new AbortController();
  const cancelled = call(stop.signal);
  await expect.poll(() => late.length).toBe(1);
  stop.abort();
  await expect(cancelled).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect.poll(() => started[0]?.methods).toContain('notifications/cancelled');
  started[0]?.watcher.printed(late[0] as Uint8Array);
  answerCall = (id) => [lineOf(id, { content: [{ type: 'text', text: 'done' }] })];
  expect((await call()).text).toBe('done');
  expect(started).toHaveLength(1);
});

it('has sent a request that is cancelled, and waits no longer for its answer', async () => {
  const transport = new StdioTransport(server, (_server, watcher) => ({
    ...{ pid: 1, write: () => true },
    end: async () => watcher.ended(createToolError('berths was ended.')),
  }));
  await transport.start();
  const sent = transport.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'do' } });
  await transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  await sent;
  await transport.close();
});

it('passes over lines that are no messages, until a thousand of them follow one another', async () => {
  const noise = new TextEncoder().encode('Listening …\n'.repeat(1000));
  answerCall = (id) => [noise, lineOf(id, { content: [{ type: 'text', text: 'done' }] })];
  expect((await call()).text).toBe('done');
  expect((await call()).text).toBe('done');
  expect(started).toHaveLength(1);
  answerCall = () => [noise, noise.subarray(0, noise.indexOf(10) + 1)];
  await expect(call()).rejects.toMatchObject({
    message: expect.stringMatching(/prints to its standard output .*“Listening …”\.$/),
    advice: 'Have it write its log to standard error.',
  });
});

it.each([
  ['{"jsonrpc":"2.0","id":1,', true],
  ['{"jsonrpc":"1.0"}', true],
  ['{"level":"info",', false],
  ['"jsonrpc" starts', false],
  ['{"level":"info"}', false],
])('tells a broken message from a line that is none: %s', async (line, isBroken) => {
  const text = { content: [{ type: 'text', text: 'done' }] };
  answerCall = (id) => [new TextEncoder().encode(`${line}\n`), lineOf(id, text)];
  const answered = call().then(
    () => 'answered',
    ({ message }: Error) => message,
  );
  expect(await answered).toBe(isBroken ? `berths sent a broken message: “${line}”.` : 'answered');
});

it('starts no process for a call that was cancelled before', async () => {
  await expect(call(AbortSignal.abort())).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(started).toEqual([]);
});

it('keeps the digits of whole numbers in an answer of data alone', async () => {
  const data = '{"id":9007199254740993,"list":[-18446744073709551615]}';
  answerCall = (id) => [
    new TextEncoder().encode(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"structuredContent":${data}}}\n`),
  ];
  expect(await call()).toEqual({ text: data, isError: false });
});
