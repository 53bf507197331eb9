import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createServerStarter } from '@/cli/processes/start-server';
import type { McpServer } from '@/engine/ports/tool-client';
import { createToolClient } from '@/tools/create-tool-client';
import { answersIn, runHere } from './support/run-here';

/** The reference server that the authors of the Model Context Protocol use to test clients. */
const everything = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
const folder = mkdtempSync(join(tmpdir(), 'heddle-everything-'));
const client = createToolClient({ startServer: createServerStarter(folder, process.env) });
const { signal } = new AbortController();
let server: ChildProcess;
let url = '';
/** The two ways to reach it, once it runs. */
const ways: Record<'HTTP' | 'stdio', () => McpServer> = {
  HTTP: () => ({ url, headers: {} }),
  stdio: () => ({ command: process.execPath, args: [everything, 'stdio'], env: {} }),
};
const names = ['HTTP', 'stdio'] as const;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/mcp`;
  server = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (text) => /listening/.test(String(text)) && resolve());
    server.on('exit', () => reject(new Error('The server did not start.')));
  });
});
afterAll(async () => {
  await client.close();
  server.kill('SIGKILL');
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

it.each(names)('the server of the makers of the protocol is listed and called over %s', async (name) => {
  const at = ways[name]();
  const { tools, problems } = await client.mcpTools(at, signal);
  expect(problems).toEqual([]);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']));
  const call = (name: string, args: Record<string, string | number | boolean>) =>
    client.mcpCall(at, name, args, signal);
  expect(await call('echo', { message: 'Ahoy' })).toEqual({ text: 'Echo: Ahoy', isError: false });
  expect((await call('get-sum', { a: 2, b: 3 })).text).toContain('5');
  const tiny = await call('get-tiny-image', {});
  expect(tiny.text).toMatch(/\[image: image\/png, [\d.]+ k?B\]/);
  expect(tiny.files).toMatchObject([{ name: 'image-1.png' }]);
  expect([...(tiny.files?.[0]?.bytes ?? [])].slice(0, 4)).toEqual([0x89, 0x50, 0x4e, 0x47]);
  expect((await call('get-structured-content', { location: 'Chicago' })).text).toContain('temperature');
  expect((await call('get-resource-links', { count: 2 })).text).toContain('[file: ');
  // Its progress arrives on the stream of the answer, before it.
  expect((await call('trigger-long-running-operation', { duration: 1, steps: 4 })).text).toContain('completed');
  expect(await call('get-sum', { a: 'two', b: 3 })).toMatchObject({ isError: true });
});

it.each(names)('a run has a model call its tools over %s', async (name) => {
  const calls = [
    { name: 'echo', arguments: { message: 'Ahoy' } },
    { name: 'get-sum', arguments: { a: 2, b: 3 } },
    { name: 'get-tiny-image', arguments: {} },
    { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 4 } },
  ];
  const flow = {
    default_model: 'sim:fast',
    tools: { all: { mcp: { ...ways[name](), tool: '*' } } },
    tasks: { a: { description: 'Call them', tools: ['all.*'], options: { tool_calls: calls, reply: 'Done' } } },
  };
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, JSON.stringify(flow));
  const ran = await runHere(['run', file, '--allow-scripts', '--json']);
  expect(ran).toMatchObject({ code: 0, err: '{"progress":{"done":1,"total":1}}\n' });
  const [echo, sum, image, long, ...more] = answersIn(ran);
  expect(echo).toBe('Echo: Ahoy');
  expect(sum).toContain('5');
  expect(image).toContain('image/png');
  expect(long).toContain('completed');
  expect(more).toEqual([]);
});
