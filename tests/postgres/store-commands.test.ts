import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { serveFolder } from '../serve/served-process';
import { type PostgresServer, postgresPassword, sharedPostgres } from '../support/postgres';
import { type RanHere, runHere } from '../support/run-here';
import {
  chain,
  folderWith,
  modelEnv,
  programWithDriver,
  type StartedCommand,
  startCommand,
  steps,
} from './served-store';

let program: string;
let model: FaultServer;
let server: Pick<PostgresServer, 'newAddress'>;
let address: string;
const running: Pick<StartedCommand, 'child' | 'said'>[] = [];

beforeAll(async () => {
  program = await programWithDriver();
  model = await startFaultServer();
  server = await sharedPostgres();
});
beforeEach(() => {
  address = server.newAddress();
});
afterEach(() => {
  const said = running.splice(0).map((one) => {
    one.child.kill('SIGKILL');
    return one.said();
  });
  expect(said.join('\n')).not.toContain(postgresPassword);
});
afterAll(async () => {
  await model.close();
});

/** Starts the command line in a folder, as a process. */
function start(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): StartedCommand {
  const started = startCommand(program, folder, args, { ...modelEnv(model.url), ...env });
  running.push(started);
  return started;
}

/** Runs a command in a folder, not in a process of its own. */
async function heddle(folder: string, args: readonly string[]): Promise<RanHere> {
  const env = { PATH: process.env['PATH'], ...modelEnv(model.url), HEDDLE_STORE: address };
  const ran = await runHere(args, { folder, env });
  expect(ran.out + ran.err).not.toContain(postgresPassword);
  return ran;
}

it('a run is kept in the database: every command finds it there, and none tells the password', async () => {
  const folder = folderWith({ 'flow.yaml': chain('Kept') });
  const first = ['run', 'flow.yaml', '--var', 'WHO=Ada'];
  expect(await start(folder, first, { HEDDLE_STORE: address }).ended).toMatchObject({ code: 0, out: 'ok\n' });
  const [{ id, status, calls }] = JSON.parse((await heddle(folder, ['runs', '--json'])).out);
  expect({ status, calls }).toEqual({ status: 'completed', calls: 5 });
  expect((await heddle(folder, ['log', id])).out).toContain('run.completed');
  expect((await heddle(folder, ['outputs', id, '--show', 'five'])).out).toBe('ok\n');
  expect(await heddle(folder, ['replay', id])).toMatchObject({ code: 0 });
  const again = await heddle(folder, [...first, '--from', id]);
  expect(again).toMatchObject({ code: 0, out: 'ok\n' });
  expect(steps.map((step) => model.count(`Kept ${step} for Ada`))).toEqual([1, 1, 1, 1, 1]);
  expect((await heddle(folder, ['export', id, '--payloads'])).code).toBe(0);
  expect((await heddle(folder, ['clean', '--keep-days', '0', '--keep-last', '0'])).err).toMatch(
    /Removed 2 of 2 runs in postgres:/,
  );
  expect((await heddle(folder, ['runs'])).err).toContain('There is no run in postgres://heddle@127.0.0.1:');
  expect(existsSync(join(folder, '.heddle'))).toBe(false);
});

it('a run that stops says how to go on, with what leads to the store', async () => {
  const folder = folderWith({
    'flow.yaml': 'tasks: { ask: { type: ask, message: Which?, form: { a: { type: text } } } }',
  });
  const { code, err } = await start(folder, ['run', 'flow.yaml', '--store', address]).ended;
  const [, line = ''] = /Resume it with: heddle (.*)\n/.exec(err) ?? [];
  expect([code, line]).toEqual([3, expect.stringContaining('--store ')]);
  const words = line.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
  expect((await start(folder, words).ended).err).toContain('PGPASSWORD');
  expect((await start(folder, words, { PGPASSWORD: postgresPassword }).ended).code).toBe(3);
});

it('a server takes the address from the file of its keys, and logs it without the password', async () => {
  const keys = folderWith({ 'keys.env': `HEDDLE_STORE='${address}'\n` });
  const folder = folderWith({ 'flow.yaml': chain('Filed') });
  const env = modelEnv(model.url);
  const served = await serveFolder(folder, ['--env-file', join(keys, 'keys.env')], env);
  running.push(served);
  const done = await fetch(`${served.url}/api/v1/workflows/flow/result`, { method: 'POST' });
  expect(await done.json()).toMatchObject({ run: { status: 'completed' }, result: 'ok' });
  expect(served.said()).toContain('"store":"postgres://heddle@127.0.0.1:');
  const listed = await heddle(folder, ['runs', '--json']);
  expect(JSON.parse(listed.out)).toHaveLength(1);
  expect(existsSync(join(folder, '.heddle'))).toBe(false);
});

it('a database that cannot be reached, or not be used, is told in a sentence, with what to do', async () => {
  const folder = folderWith({ 'flow.yaml': chain('Away') });
  address = address.replace(/:\d+\//, ':1/');
  for (const line of [['run', 'flow.yaml'], ['runs'], ['serve'], ['mcp'], ['plan', 'flow.yaml']]) {
    const { code, out, err } = await heddle(folder, line);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(
      /^heddle: PostgreSQL at postgres:\S+ does not answer \(ECONNREFUSED\)\. Check that it runs .*\n$/,
    );
  }
  expect(readdirSync(folder)).toEqual(['flow.yaml']);
});
