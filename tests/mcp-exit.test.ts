import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startToolServer, type ToolServer } from '../e2e/servers/tool-server';
import { builtCli } from './support/built-cli';
import { alive, notedIn, stdioServer } from './support/processes';

const folder = mkdtempSync(join(tmpdir(), 'heddle-mcp-'));
let program = '';
let server: ToolServer;
let child: ChildProcess | undefined;
/** Its standard error. */
let said = '';

beforeAll(async () => {
  program = await builtCli();
});
beforeEach(async () => {
  server = await startToolServer();
});
afterEach(() => {
  child?.kill('SIGKILL');
  return server.close();
});

/** Starts a run of the built program; resolves to its exit code when the process is gone. */
function start(flow: string, ...options: string[]): Promise<number | null> {
  writeFileSync(join(folder, 'flow.yaml'), `default_model: sim:fast\n${flow}`);
  const running = spawn(program, ['run', 'flow.yaml', ...options], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child = running;
  said = '';
  running.stderr.on('data', (text) => {
    said += text;
  });
  return new Promise((resolve) => running.on('exit', (code) => resolve(code)));
}

const tools = () => `[{ name: wait, mcp: { url: "${server.url}/mcp" } }]`;
const waits = 'options: { tool_calls: [{ name: wait, arguments: {} }] }';
/** Requests to call the tool have arrived, and are not answered. */
const isWaiting = () => expect.poll(() => server.asked.length >= 3 && server.answering()).toBe(1);

it('a process ends after a call of a server of MCP that took too long', async () => {
  const exit = start(
    `tasks: { a: { description: Wait, tools: ${tools()}, limits: { timeout_ms: 5000 }, ${waits}, error_handling: { on_error: fail } } }`,
  );
  expect(await exit).toBe(1);
  expect(server.asked.map(({ method }) => method)).toContain('DELETE');
});

it('a process ends that is asked to while such a call is under way', async () => {
  const exit = start(`tasks: { a: { description: Wait, tools: ${tools()}, ${waits} } }`);
  await isWaiting();
  child?.kill('SIGINT');
  expect(await exit).not.toBe(0);
});

it('a process ends whose run did without the branch that waits for such a call', async () => {
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

describe('of a run with a server over stdio nothing is left', () => {
  let pids = '';
  let runs = 0;
  beforeEach(() => {
    pids = join(folder, `pids-${++runs}`);
  });
  afterEach(() => {
    for (const pid of alive(pids)) process.kill(pid, 'SIGKILL');
  });

  /** A task whose model calls a tool of a server; a call of `hang` takes too long. */
  const calling = (kind: string, tool: string) => {
    const calls = JSON.stringify([{ name: 't', arguments: {} }]);
    const env = JSON.stringify({ PIDS: pids });
    const mcp = `{ command: "${process.execPath}", args: ["${stdioServer}", ${kind}], env: ${env}, tool: ${tool} }`;
    const task = `description: Call, limits: { timeout_ms: 600000 }, options: { tool_calls: ${calls}, reply: Done }`;
    return `tools: { t: { mcp: ${mcp} } }\ntasks: { a: { ${task} } }\n`;
  };
  /** The server is called, together with a process that it started. */
  const isCalled = (processes: number) => expect.poll(() => alive(pids).length).toBe(processes);

  it('where the server and what it started want no end', async () => {
    expect(await start(calling('stubborn', 'count'), '--allow-scripts')).toBe(0);
    expect(notedIn(pids).length).toBeGreaterThan(0);
    expect(alive(pids)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('that is asked to end in mid-call by %s', async (signal) => {
    const exit = start(calling('stubborn', 'hang'), '--allow-scripts');
    await isCalled(2);
    child?.kill(signal);
    expect(await exit).toBe(3);
    expect(alive(pids)).toEqual([]);
  });

  it('that is asked twice', async () => {
    const exit = start(calling('stubborn', 'hang'), '--allow-scripts');
    await isCalled(2);
    child?.kill('SIGINT');
    await expect.poll(() => said).toContain('Pausing');
    child?.kill('SIGINT');
    await exit;
    await expect.poll(() => alive(pids)).toEqual([]);
  });

  it('that is killed, where the server ends with its input', async () => {
    const exit = start(calling('newest', 'hang'), '--allow-scripts');
    await isCalled(1);
    child?.kill('SIGKILL');
    expect(await exit).toBe(null);
    await expect.poll(() => alive(pids)).toEqual([]);
  });

  it('that may start none', async () => {
    expect(await start(calling('stubborn', 'count'))).toBe(1);
    expect(said).toContain('--allow-scripts');
    expect(notedIn(pids)).toEqual([]);
  });
});
