import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createServerStarter } from '@/cli/processes/start-server';
import type { ToolClient } from '@/engine/ports/tool-client';
import { createToolClient } from '@/tools/create-tool-client';
import { alive, notedIn, stdioServer } from './support/processes';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-stdio-')));
const { signal } = new AbortController();
/** How long to wait for processes on a busy machine. */
const around = {
  PATH: process.env['PATH'],
  LANG: 'C',
  OPENAI_API_KEY: 'key-1',
  HEDDLE_SECRET_A: 'secret-1',
  GITHUB_TOKEN: 'token-1',
};
let tests = 0;
let pids = '';
let client: ToolClient;

beforeEach(() => {
  pids = join(folder, `pids-${++tests}`);
  client = createToolClient({ startServer: createServerStarter(folder, around) });
});
/** Whatever a test did, none of its processes remains. */
afterEach(async () => {
  await client.close();
  try {
    await expect.poll(() => alive(pids)).toEqual([]);
  } finally {
    for (const pid of alive(pids)) process.kill(pid, 'SIGKILL');
  }
});

const server = (kind: string, ...args: string[]) => ({
  command: process.execPath,
  args: [stdioServer, kind, ...args],
  env: { PIDS: pids },
});
const failure = (work: Promise<unknown>) =>
  work.then(
    () => Promise.reject(new Error('It should have failed.')),
    (error: { code: string; message: string; advice?: string }) => error,
  );

describe('a server over stdio', () => {
  it('is started once, at its first use, and keeps its state', async () => {
    expect(notedIn(pids)).toEqual([]);
    const { tools, problems } = await client.mcpTools(server('older'), signal);
    expect(tools.map(({ name }) => name)).toContain('count');
    expect(problems).toEqual([]);
    const all = [1, 2, 3].map(() => client.mcpCall(server('older'), 'count', {}, signal));
    expect((await Promise.all(all)).map(({ text }) => text)).toEqual(['call 1', 'call 2', 'call 3']);
    expect(notedIn(pids)).toHaveLength(1);
  });

  it('of the newest revision is spoken to by it, and a call in it can be cancelled', async () => {
    expect(await client.mcpCall(server('newest'), 'greet', {}, signal)).toEqual({ text: 'Hi', isError: false });
    const stop = new AbortController();
    const hangs = failure(client.mcpCall(server('newest'), 'hang', {}, stop.signal));
    stop.abort();
    expect(await hangs).toMatchObject({ code: 'CANCELLED' });
    expect(await client.mcpCall(server('newest'), 'greet', {}, signal)).toEqual({ text: 'Hi', isError: false });
    expect(notedIn(pids)).toHaveLength(1);
  });

  it('that does not bear the question for its revision is started anew for the older ones', async () => {
    expect((await client.mcpCall(server('strict'), 'count', {}, signal)).text).toBe('call 1');
    expect(notedIn(pids)).toHaveLength(2);
  });

  it('is given its arguments and variables, the folder, and nothing that may be a key', async () => {
    const asked = { ...server('older', 'two words', '$HOME'), env: { PIDS: pids, OWN: 'mine' } };
    const { text } = await client.mcpCall(asked, 'told', {}, signal);
    const told = JSON.parse(text) as { args: string[]; env: object; folder: string };
    expect(told).toMatchObject({ args: ['two words', '$HOME'], folder });
    // Some systems set variables of their own in each process.
    expect(told.env).toMatchObject({ PATH: around.PATH, LANG: 'C', PIDS: pids, OWN: 'mine' });
    expect(text).not.toMatch(/key-1|secret-1|token-1/);
  });

  it('that logs to standard output is used all the same, and told of', async () => {
    const { tools, problems } = await client.mcpTools(server('chatty'), signal);
    expect(tools.length).toBeGreaterThan(0);
    expect(problems).toEqual([expect.stringContaining('not a message, such as: “Listening on stdio”.')]);
  });
});

describe('a server over stdio that fails', () => {
  it.each([
    ['die', 'ended with exit code 3 and said: disk full | no room for secret-7'],
    ['broken', 'sent a broken message: “{"jsonrpc":"2.0","id":1,"resu”'],
    ['other', 'answered a different request'],
    ['endless', 'longer than'],
    ['noise', 'not a message, such as: “still busy”'],
  ])('in mid-call is told of, ended, and started anew: %s', async (tool, words) => {
    const beside = failure(client.mcpCall(server('older'), 'hang', {}, signal));
    const error = await failure(client.mcpCall(server('older'), tool, {}, signal));
    expect(error).toMatchObject({ code: 'TASK_FAILURE', message: expect.stringContaining(words) });
    expect((await beside).message).toContain(words);
    await expect.poll(() => alive(pids)).toEqual([]);
    expect((await client.mcpCall(server('older'), 'count', {}, signal)).text).toBe('call 1');
    expect(notedIn(pids)).toHaveLength(2);
  });

  it('at once is told of with what it said', async () => {
    const error = await failure(client.mcpTools(server('exits'), signal));
    expect(error.message).toBe('node ended with exit code 4 and said: No configuration.');
  });

  it('as there is no such program', async () => {
    const error = await failure(client.mcpTools({ command: './no-such', args: [], env: {} }, signal));
    expect(error).toMatchObject({ message: 'no-such could not be started: there is no such program.' });
    expect(error.advice).toContain('PATH');
  });

  it('is not started where nothing may be', async () => {
    const error = await failure(createToolClient().mcpTools(server('older'), signal));
    expect(error).toMatchObject({ code: 'TASK_FAILURE', advice: expect.stringContaining('--allow-scripts') });
    expect(notedIn(pids)).toEqual([]);
  });
});

describe('at the end', () => {
  it('a server that neither answers nor wants to end is gone, and what it started', async () => {
    const hangs = failure(client.mcpCall(server('stubborn'), 'hang', {}, signal));
    await expect.poll(() => alive(pids).length).toBe(2);
    await client.close();
    expect((await hangs).code).toBe('TASK_FAILURE');
    await expect.poll(() => alive(pids)).toEqual([]);
  });

  it('of a server that ends by itself what it started is gone too', async () => {
    expect((await client.mcpCall(server('careless'), 'count', {}, signal)).text).toBe('call 1');
    await expect.poll(() => alive(pids).length).toBe(2);
    await client.close();
    await expect.poll(() => alive(pids)).toEqual([]);
  });

  it('of the opening too', async () => {
    const silent = { command: 'sh', args: ['-c', `echo $$ >> ${pids}; sleep 600 & echo $! >> ${pids}; wait`], env: {} };
    const opening = failure(client.mcpTools(silent, signal));
    await expect.poll(() => alive(pids).length).toBe(2);
    await client.close();
    expect((await opening).code).toBe('TASK_FAILURE');
    expect(alive(pids)).toEqual([]);
  });
});
