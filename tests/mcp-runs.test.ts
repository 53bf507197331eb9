import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startToolServer } from '../e2e/servers/tool-server';
import { alive, notedIn, stdioServer } from './support/processes';
import { answersIn, runHere } from './support/run-here';

const folder = mkdtempSync(join(tmpdir(), 'heddle-mcp-runs-'));
let files = 0;

/** A file of a workflow whose model calls a tool. */
function flowThatCalls(tool: string, mcp: object, args: object = {}): string {
  const file = join(folder, `flow-${++files}.yaml`);
  const calls = [{ name: tool, arguments: args }];
  const flow = {
    default_model: 'sim:fast',
    tools: { [tool]: { mcp } },
    tasks: { a: { description: 'Call it', options: { tool_calls: calls, reply: 'Done' } } },
  };
  writeFileSync(file, JSON.stringify(flow));
  return file;
}

function overStdio(kind: string, more: object = {}): { readonly pids: string; readonly mcp: object } {
  const pids = join(folder, `pids-${++files}`);
  return { pids, mcp: { command: process.execPath, args: [stdioServer, kind], env: { PIDS: pids, ...more } } };
}

describe('fifty runs of one process leave nothing behind', () => {
  const fifty = Array.from({ length: 50 }, (_, index) => index);
  /** Five in parallel, because each starts processes. */
  async function runFifty(file: string): Promise<void> {
    for (let from = 0; from < fifty.length; from += 5) {
      const runs = fifty.slice(from, from + 5).map(() => runHere(['run', file, '--allow-scripts']));
      for (const ran of await Promise.all(runs)) expect(ran).toMatchObject({ code: 0, out: 'Done\n' });
    }
  }

  it('of sessions with a server over HTTP', async () => {
    const server = await startToolServer();
    try {
      await runFifty(flowThatCalls('berth_of', { url: `${server.url}/mcp` }, { ship: 'Gull' }));
      expect(server.opened()).toBe(50);
      expect(server.sessions()).toBe(0);
      expect(server.answering()).toBe(0);
    } finally {
      await server.close();
    }
  });

  it('of processes of a server over stdio', { timeout: 300_000 }, async () => {
    const { pids, mcp } = overStdio('newest');
    await runFifty(flowThatCalls('greet', mcp));
    expect(notedIn(pids)).toHaveLength(50);
    expect(alive(pids)).toEqual([]);
  });
});

describe('a run with a server over stdio', () => {
  it('is refused without leave, with nothing asked or started', async () => {
    const { pids, mcp } = overStdio('older');
    const file = flowThatCalls('count', mcp);
    const refused = await runHere(['run', file]);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain(`The tool count of a starts ${process.execPath}, a server over stdio.`);
    expect(refused.err).toContain('--allow-scripts');
    expect(notedIn(pids)).toEqual([]);
    expect((await runHere(['runs', file])).out).toBe('');
    expect(await runHere(['dry-run', file])).toMatchObject({ code: 0, out: 'Done\n' });
    expect(notedIn(pids)).toEqual([]);
  });

  it('goes on with a new process after one that died in mid-call, and tells how that ended', async () => {
    const { pids, mcp } = overStdio('older', { SECRET: '{{secrets.SEVEN}}' });
    const file = join(folder, 'dies.yaml');
    const turns = ['die', 'count'].map((name) => ({ tool_calls: [{ name, arguments: {} }] }));
    writeFileSync(
      file,
      JSON.stringify({
        default_model: 'sim:fast',
        tools: { all: { mcp: { ...mcp, tool: '*' } } },
        tasks: { a: { description: 'Call them', tools: ['all.*'], options: { turns: [...turns, 'Done'] } } },
      }),
    );
    process.env['HEDDLE_SECRET_SEVEN'] = 'secret-7';
    try {
      const refused = await runHere(['run', file, '--allow-scripts']);
      expect(refused).toMatchObject({ code: 1, out: '' });
      expect(refused.err).toContain(`--allow-secret SEVEN=stdio:${process.execPath}`);
      expect(notedIn(pids)).toEqual([]);
      const allowed = ['--allow-secret', `SEVEN=stdio:${process.execPath}`];
      const ran = await runHere(['run', file, '--allow-scripts', '--json', ...allowed]);
      expect(ran.code).toBe(0);
      const [died, counted] = answersIn(ran);
      expect(died).toContain('ended with exit code 3 and said: disk full | no room for (secret SEVEN)');
      expect(counted).toBe('call 1');
      expect(ran.out).not.toContain('secret-7');
      expect(notedIn(pids)).toHaveLength(2);
      expect(alive(pids)).toEqual([]);
    } finally {
      process.env['HEDDLE_SECRET_SEVEN'] = '';
    }
  });

  it('fills in what the workflow says of its arguments and variables', async () => {
    const file = join(folder, 'filled.yaml');
    const { mcp } = overStdio('older', { PORT: '{{port}}' });
    const args = [stdioServer, 'older', '--port={{port}}', '{{secrets.TIDES}}'];
    writeFileSync(
      file,
      JSON.stringify({
        default_model: 'sim:fast',
        variables: { port: 'Le Havre' },
        tools: { told: { mcp: { ...mcp, args } } },
        tasks: {
          a: { description: 'Call', options: { tool_calls: [{ name: 'told', arguments: {} }], reply: 'Done' } },
        },
      }),
    );
    process.env['HEDDLE_SECRET_TIDES'] = 'tide-table-4711';
    process.env['HEDDLE_ALLOW_SECRETS'] = `TIDES=stdio:${process.execPath}`;
    try {
      const ran = await runHere(['run', file, '--allow-scripts', '--json']);
      const told = JSON.parse(answersIn(ran)[0] ?? '') as { args: string[]; env: object; folder: string };
      expect(told).toMatchObject({ args: ['--port=Le Havre', '(secret TIDES)'], env: { PORT: 'Le Havre' } });
      expect(realpathSync(told.folder)).toBe(realpathSync(folder));
      expect(ran.out + ran.err).not.toContain('tide-table-4711');
    } finally {
      process.env['HEDDLE_SECRET_TIDES'] = '';
      process.env['HEDDLE_ALLOW_SECRETS'] = '';
    }
  });

  it('warns of what the server prints besides messages', async () => {
    const { mcp } = overStdio('chatty');
    const ran = await runHere(['run', flowThatCalls('count', mcp), '--allow-scripts']);
    expect(ran).toMatchObject({ code: 0, out: 'Done\n' });
    expect(ran.err).toContain('“Listening on stdio”');
  });
});
