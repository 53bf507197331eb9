import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { runHere } from './support/run-here';

let server: FaultServer;
let folder = '';

beforeEach(async () => {
  server = await startFaultServer();
  folder = mkdtempSync(join(tmpdir(), 'heddle-reused-'));
});
afterEach(() => server.close());

const write = (prompt: string, name = 'flow.yaml') =>
  writeFileSync(
    join(folder, name),
    `default_model: openai:gpt-6-sol\ntasks:\n  first: { description: ${prompt} }\n  then: { description: "Go on from {{first}}", depends_on: [first] }\n`,
  );

/** Runs a workflow; gives its output, and how often the server was asked meanwhile. */
async function run(options: string, name = 'flow.yaml', command = 'run') {
  const before = server.requests.length;
  const env = { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'k' };
  const { code, out } = await runHere([command, name, ...options.split(' ').filter(Boolean)], { folder, env });
  return { code, out, asked: server.requests.length - before };
}

it('a workflow that is as it was two runs ago asks nothing, on the command line, if that is wished', async () => {
  server.on({ reply: ({ prompt }) => `${prompt.trim().split('\n').at(-1)}!` });
  write('Say A');
  const first = await run('--reuse all');
  expect(first).toMatchObject({ code: 0, asked: 2 });
  expect(first.out).toContain('A');
  write('Say B');
  expect(await run('--reuse all')).toMatchObject({ code: 0, asked: 2, out: expect.stringContaining('B') });
  write('Say A');
  expect(await run('--reuse all')).toEqual({ ...first, asked: 0 });
  // Another workflow with the same calls has their answers too; without the wish, everything is asked.
  write('Say A', 'other.yaml');
  expect(await run('--reuse all', 'other.yaml')).toEqual({ ...first, asked: 0 });
  expect(await run('')).toMatchObject({ code: 0, asked: 2 });
  expect(await run('--reuse never')).toMatchObject({ code: 0, asked: 2 });
});

it('the plan of a run tells what older runs may answer, if all may, and asks nothing', async () => {
  write('Say A');
  await run('');
  write('Say B');
  await run('');
  write('Say A');
  const plan = (options: string) => run(options, 'flow.yaml', 'plan');
  const all = await plan('--from --reuse all');
  expect(all).toMatchObject({ code: 0, asked: 0, out: expect.stringMatching(/2 to run, up to 2 answered before, /) });
  expect(JSON.parse((await plan('--from --reuse all --json')).out).forecast).toMatchObject({ asked: 2, before: 2 });
  expect((await plan('--from')).out).not.toContain('answered before');
  expect((await plan('--from --reuse never')).out).not.toContain('answered before');
  expect((await plan('--from --reuse some')).code).toBe(2);
  expect(await run('--from --reuse all')).toMatchObject({ code: 0, asked: 0 });
});

it('a pin of the very text that was recorded asks nothing, and the plan foresees that; any other asks what reads it', async () => {
  // A result that is stored apart from its event, and one that is not.
  for (const said of ['Yes', 'Yes, and more. '.repeat(300)]) {
    server.on({ reply: ({ prompt }) => (prompt.includes('Say A') ? said : 'Done') });
    write('Say A');
    expect(await run('')).toMatchObject({ code: 0, asked: 2 });
    const plan = async () => JSON.parse((await run('--from --json', 'flow.yaml', 'plan')).out).forecast;
    for (const [pin, asked] of [
      [said, 0],
      [`${said}!`, 1],
    ] as const) {
      write(`Say A, pinned: ${JSON.stringify(pin)}`);
      expect(await plan(), pin.slice(0, 20)).toMatchObject({ kept: 2 - asked, asked });
      expect(await run('--from'), pin.slice(0, 20)).toMatchObject({ code: 0, asked });
      write('Say A');
      expect(await run('')).toMatchObject({ code: 0, asked: 2 });
    }
  }
});
