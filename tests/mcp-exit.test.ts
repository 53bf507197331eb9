import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startToolServer, type ToolServer } from '../e2e/servers/tool-server';
import { builtCli } from './support/built-cli';

const folder = mkdtempSync(join(tmpdir(), 'heddle-mcp-'));
let program = '';
let server: ToolServer;
let child: ChildProcess | undefined;

beforeAll(async () => {
  program = await builtCli();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  server = await startToolServer();
});
afterEach(() => {
  child?.kill('SIGKILL');
  return server.close();
});

/** Starts a run of the built program; resolves to its exit code when the process is gone. */
function start(flow: string): Promise<number | null> {
  writeFileSync(join(folder, 'flow.yaml'), `default_model: sim:fast\n${flow}`);
  const running = spawn(program, ['run', 'flow.yaml'], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: 'ignore',
  });
  child = running;
  return new Promise((resolve) => running.on('exit', (code) => resolve(code)));
}

const tools = () => `[{ name: wait, mcp: { url: "${server.url}/mcp" } }]`;
const waits = 'options: { tool_calls: [{ name: wait, arguments: {} }] }';
/** Requests to call the tool have come, and are not answered. */
const isWaiting = () => expect.poll(() => server.asked.length >= 3 && server.answering(), { timeout: 20_000 }).toBe(1);

it('a process ends after a call of a server of MCP that took too long', { timeout: 40_000 }, async () => {
  const exit = start(
    `tasks: { a: { description: Wait, tools: ${tools()}, limits: { timeout_ms: 800 }, ${waits}, error_handling: { on_error: fail } } }`,
  );
  expect(await exit).toBe(1);
  expect(server.asked.map(({ method }) => method)).toContain('DELETE');
});

it('a process ends that is asked to while such a call is under way', { timeout: 40_000 }, async () => {
  const exit = start(`tasks: { a: { description: Wait, tools: ${tools()}, ${waits} } }`);
  await isWaiting();
  child?.kill('SIGINT');
  expect(await exit).not.toBe(0);
});

it('a process ends whose run did without the branch that waits for such a call', { timeout: 40_000 }, async () => {
  const exit = start(`tasks:
  race:
    type: group
    completion_mode: any
    subtasks:
      slow: { description: Wait, tools: ${tools()}, ${waits} }
      quick:
        description: Quick
        tools: [{ name: after, http: { url: "${server.url}/after-wait" } }]
        options: { tool_calls: [{ name: after, arguments: {} }], reply: Done }
`);
  expect(await exit).toBe(0);
});
