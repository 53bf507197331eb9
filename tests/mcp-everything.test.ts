import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createToolClient } from '@/tools/create-tool-client';

/** The server by which those who write the Model Context Protocol try clients. */
const everything = fileURLToPath(import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'));
const client = createToolClient();
const { signal } = new AbortController();
let server: ChildProcess;
let at = { url: '', headers: {} };

beforeAll(async () => {
  const port = await freePort();
  at = { url: `http://127.0.0.1:${port}/mcp`, headers: {} };
  server = spawn(process.execPath, [everything, 'streamableHttp'], {
    env: { ...process.env, PORT: `${port}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (text) => /listening/.test(String(text)) && resolve());
    server.on('exit', () => reject(new Error('The server did not start.')));
  });
}, 30_000);
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

it('the server of the makers of the protocol is listed and called', { timeout: 30_000 }, async () => {
  const { tools, problems } = await client.mcpTools(at, signal);
  expect(problems).toEqual([]);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['echo', 'get-sum', 'get-tiny-image']));
  const call = (name: string, args: Record<string, string | number | boolean>) =>
    client.mcpCall(at, name, args, signal);
  expect(await call('echo', { message: 'Ahoy' })).toEqual({ text: 'Echo: Ahoy', isError: false });
  expect((await call('get-sum', { a: 2, b: 3 })).text).toContain('5');
  expect((await call('get-tiny-image', {})).text).toContain('[image: image/png]');
  expect((await call('get-structured-content', { location: 'Chicago' })).text).toContain('temperature');
  expect((await call('get-resource-links', { count: 2 })).text).toContain('[file: ');
  // Its progress comes on the stream of the answer, before it.
  expect((await call('trigger-long-running-operation', { duration: 1, steps: 4 })).text).toContain('completed');
  expect(await call('get-sum', { a: 'two', b: 3 })).toMatchObject({ isError: true });
});
