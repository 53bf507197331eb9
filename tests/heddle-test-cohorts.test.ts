import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStores } from '@/storage/open-stores';
import { type FaultServer, startFaultServer } from '../e2e/servers/fault-server';
import { runHere } from './support/run-here';

// Tests that stop and go on, what is kept of them, and for how long.

let server: FaultServer;
let folder = '';

beforeEach(async () => {
  server = await startFaultServer();
  folder = mkdtempSync(join(tmpdir(), 'heddle-cohorts-'));
  server.on({ reply: ({ prompt }) => `Answer to ${prompt.trim().split('\n').at(-1)}` });
});
afterEach(() => server.close());

const write = (text: string, name = 'flow.yaml') => writeFileSync(join(folder, name), text);

async function heddle(command: string, onStart?: (stop: () => void) => void) {
  const before = server.requests.length;
  const env = { PATH: process.env['PATH'] ?? '', OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: 'k' };
  const ran = await runHere(command.split(' '), { folder, env, ...(onStart && { onStart }) });
  return { ...ran, asked: server.requests.length - before };
}

const flow = (ids: readonly string[], prompt = 'Say {{mail}}') => `default_model: openai:gpt-6-sol
variables: { mail: Hello }
tasks:
  say: { description: "${prompt}" }
tests:
${ids.map((id) => `  ${id}: { inputs: { mail: ${id} }, expect: [{ type: contains, value: ${id} }] }\n`).join('')}`;

const idOf = (out: string) => /Cohort (\S+)/.exec(out)?.[1] ?? '';

it('goes on where it was stopped, also with what is asked anew, and asks nothing twice', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  write(flow(ids));
  await heddle('test flow.yaml');
  let stop = () => {};
  let left = 2;
  server.on({
    reply: () => {
      left -= 1;
      if (left === 0) stop();
      return 'a b c d e';
    },
  });
  const paused = await heddle('test flow.yaml --anew say --jobs 1', (give) => {
    stop = give;
  });
  expect(paused).toMatchObject({ code: 3, asked: 2 });
  expect(paused.out).toContain('3 not run');
  expect((await heddle('test cohorts')).out).toMatch(
    /^\S+ {2}flow\.yaml {2}paused {2}2 of 5 passed .*\n\S+ {2}flow\.yaml {2}done/,
  );
  // What the earlier part was answered is taken although it is wished anew; the rest is asked anew, once.
  const rest = await heddle('test --resume');
  expect(rest).toMatchObject({ code: 0, asked: 3, out: expect.stringContaining('2 kept, 3 asked') });
  expect(idOf(rest.out)).toBe(idOf(paused.out));
  // The runs of a resumed cohort can be read again.
  const runs = await openStores(join(folder, '.heddle/tests/runs'), () => {});
  for (const id of await runs.ids()) expect((await runs.executions.get(id))?.plan.tasks).toHaveLength(1);
  runs.close();
  const none = await heddle('test --resume');
  expect(none).toMatchObject({ code: 2, err: expect.stringContaining('No tests are paused here') });
  expect((await heddle(`test --resume ${idOf(rest.out)}`)).err).toContain('ran to its end');
});

it('resumes only the cases that it was to run', async () => {
  write(flow(['a', 'b', 'c']));
  const price = '--unknown-price-usd 0/1000000';
  const text = flow(['a', 'b', 'c']).replace('openai:gpt-6-sol', 'openai:unheard-of');
  write(`limits: { max_output_tokens: 10 }\n${text}`);
  expect(await heddle(`test flow.yaml --only a --only b --max-usd 1 ${price}`)).toMatchObject({ code: 3, asked: 0 });
  expect(await heddle('test --resume --max-usd 1000')).toMatchObject({ code: 0, asked: 2 });
});

it('shows what a cohort and a case of it found', async () => {
  write(flow(['a', 'b']).replace('value: b', 'value: else'));
  const ran = await heddle('test flow.yaml');
  const id = idOf(ran.out);
  const shown = await heddle(`test show ${id}`);
  expect(shown.out).toMatch(/^✓ a {2}passed\n✗ b {2}contains: .*\n\S+ {2}flow.yaml {2}done {2}1 of 2 passed/);
  expect((await heddle(`test show ${id}/b`)).out).toMatch(
    /^✗ b {2}failed\n[\s\S]*saw: Answer to Say b\n[\s\S]*run \d{8}-/,
  );
  expect(JSON.parse((await heddle(`test show ${id}/b --json`)).out)).toMatchObject({ id: 'b', verdict: 'failed' });
  expect(await heddle(`test show ${id}/gone`)).toMatchObject({ code: 2 });
  expect(await heddle('test show 20200101-000000-00000000')).toMatchObject({ code: 2 });
  // What is kept is a file that others may have changed.
  const place = join(folder, '.heddle/tests/cohorts');
  for (const name of readdirSync(place)) writeFileSync(join(place, name), '{"version":1,');
  expect(await heddle('test cohorts')).toMatchObject({ code: 0, out: '' });
});

it('runs again after each change of what it read, also while it ran', async () => {
  write(flow(['a']));
  let stop = () => {};
  const watching = heddle('test flow.yaml --watch', (give) => {
    const before = stop;
    stop = () => {
      before();
      give();
    };
  });
  await expect.poll(() => server.requests.length).toBe(1);
  write(flow(['a', 'b']));
  await expect.poll(() => server.requests.length).toBe(2);
  stop();
  const { out } = await watching;
  expect(out.match(/^\d case/gm)?.length).toBeGreaterThanOrEqual(2);
});

it('keeps the newest cohorts and runs, and each run that a kept cohort was answered by', {
  timeout: 60_000,
}, async () => {
  const runsOf = () => readdirSync(join(folder, '.heddle/tests/runs')).filter((name) => /^\d{8}-/.test(name));
  write(flow(['same'], 'Never changed {{mail}}'), 'other.yaml');
  // The answer of `other` comes from the first run of `flow`.
  write(flow(['same'], 'Never changed {{mail}}'));
  expect(await heddle('test flow.yaml')).toMatchObject({ asked: 1 });
  const [first = ''] = runsOf();
  expect(await heddle('test other.yaml')).toMatchObject({ asked: 0 });
  for (let round = 1; round <= 22; round += 1) {
    write(flow(['same'], `Round ${round} {{mail}}`));
    await heddle('test flow.yaml');
  }
  expect(runsOf()).toHaveLength(21);
  expect(runsOf()).toContain(first);
  expect((await heddle('test cohorts flow.yaml')).out.trim().split('\n')).toHaveLength(20);
  expect(await heddle('test other.yaml --offline')).toMatchObject({ code: 0 });
  const stored = readdirSync(join(folder, '.heddle/tests/cohorts')).filter((name) => name.includes('other'));
  expect(JSON.parse(readFileSync(join(folder, '.heddle/tests/cohorts', stored[0] ?? ''), 'utf8')).runs).toEqual([
    first,
  ]);
});
