import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { framesOf, lookOn, type ServedProcess, serveFolder } from '../serve/served-process';
import { type PostgresServer, postgresPassword, startPostgres } from '../support/postgres';
import {
  chain,
  endConnections,
  folderWith,
  modelEnv,
  programWithDriver,
  type StartedCommand,
  startCommand,
  steps,
} from './served-store';

let program: string;
let model: FaultServer;
let database: PostgresServer;
let address: string;
const running: (StartedCommand | ServedProcess)[] = [];

beforeAll(async () => {
  program = await programWithDriver();
  model = await startFaultServer();
  database = await startPostgres();
});
beforeEach(() => {
  address = database.newAddress();
});
afterEach(async () => {
  model.release();
  const stopped = running.splice(0);
  for (const { child } of stopped) child.kill('SIGKILL');
  await Promise.all(stopped.map(({ ended }) => ended));
  const said = stopped.map((one) => one.said()).join('\n');
  for (const secret of [postgresPassword, 'planted-key-0123456789']) expect(said).not.toContain(secret);
});
afterAll(async () => {
  database.stop();
  await model.close();
});

function start(folder: string, ...args: string[]): StartedCommand {
  const started = startCommand(program, folder, args, { ...modelEnv(model.url), HEDDLE_STORE: address });
  running.push(started);
  return started;
}

async function serve(folder: string): Promise<ServedProcess> {
  const served = await serveFolder(folder, [], { ...modelEnv(model.url), HEDDLE_STORE: address });
  running.push(served);
  return served;
}

const post = (body: unknown = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** How often each step was asked. */
const asked = (word: string) => steps.map((step) => model.count(`${word} ${step}`));

/** Answers all steps, but holds the first request for one of them until it is released. */
function holdAt(word: string, step: string): void {
  model.on({ match: word, reply: 'Done.' });
  model.on({ match: `${word} ${step}`, reply: 'Done.', holdAfterChunks: 0, times: 1 });
}

async function lastRun(folder: string): Promise<string> {
  return JSON.parse((await start(folder, 'runs', '--json').ended).out)[0].id;
}

/**
 * Follows a run to its end, as clients of server-sent events do: a stream that ends before is opened again after the
 * last event that came. Resolves to the numbers and kinds of its events after one.
 */
async function follow({ url }: ServedProcess, id: string, after = 0): Promise<readonly (readonly [number, string])[]> {
  const seen: [number, string][] = [];
  for (;;) {
    const headers = { 'last-event-id': String(seen.at(-1)?.[0] ?? after) };
    const stream = await fetch(`${url}/api/v1/runs/${id}/events/stream`, { headers });
    expect([200, 503]).toContain(stream.status);
    for await (const frame of framesOf(stream)) {
      if (frame.name === 'end') return seen;
      if (frame.id !== undefined) seen.push([frame.id, JSON.parse(frame.data).kind]);
    }
    await setTimeout(200);
  }
}

describe('a run of one process', () => {
  it('is refused to another, which says whose it is; after a kill another goes on, and asks nothing twice', async () => {
    const folder = folderWith({ 'flow.yaml': chain('Owned') });
    holdAt('Owned', 'three');
    const owner = start(folder, 'run', 'flow.yaml');
    await expect.poll(() => model.count('Owned three')).toBe(1);
    const id = await lastRun(folder);
    const elsewhere = folderWith({ 'flow.yaml': chain('Owned') });
    const refused = await start(elsewhere, 'run', '--resume', id, '--as-planned').ended;
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toMatch(new RegExp(`Run ${id} is already running, in process ${owner.child.pid} on .+\\.`));
    expect((await start(elsewhere, 'remove', id).ended).err).toContain('stays');
    const server = await serve(elsewhere);
    const conflict = await fetch(`${server.url}/api/v1/runs/${id}/resume`, post());
    expect([conflict.status, await conflict.text()]).toEqual([409, expect.stringContaining('is running in process')]);

    owner.child.kill('SIGKILL');
    await owner.ended;
    expect(JSON.parse((await start(folder, 'runs', '--json').ended).out)[0].status).toBe('interrupted');
    const resumed = await start(elsewhere, 'run', '--resume', id, '--as-planned').ended;
    expect(resumed).toMatchObject({ code: 0, out: 'Done.\n' });
    // The call that was in flight was not answered, so it is made once more.
    expect(asked('Owned')).toEqual([1, 1, 2, 1, 1]);
  });

  it('is seen by another while it runs', async () => {
    const folder = folderWith({ 'flow.yaml': chain('Seen') });
    holdAt('Seen', 'four');
    const [one, other] = [await serve(folder), await serve(folder)];
    const { id } = await (await fetch(`${one.url}/api/v1/workflows/flow/runs`, post())).json();
    await expect.poll(() => model.count('Seen four')).toBe(1);
    const following = follow(other, id);
    model.release();
    const seen = await following;
    expect(seen.map(([seq]) => seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.at(-1)?.[1]).toBe('run.completed');
    expect(await (await fetch(`${other.url}/api/v1/runs/${id}/result`)).text()).toBe('Done.');
  });
});

describe('a request that is repeated with its key', () => {
  it('starts one run at however many servers it arrives, and is answered with it after a kill', async () => {
    const folder = folderWith({ 'flow.yaml': chain('Keyed') });
    holdAt('Keyed', 'three');
    const another = await serve(folder);
    const servers = [await serve(folder), another, await serve(folder)];
    const send = async ({ url }: ServedProcess, body: unknown = {}) => {
      const headers = { ...post().headers, 'idempotency-key': '"8e03978e-40d5-43e8-bc93-6894a57f9324"' };
      const answer = await fetch(`${url}/api/v1/workflows/flow/runs`, { ...post(body), headers });
      return { status: answer.status, id: (await answer.json()).id };
    };
    const first = await Promise.all(servers.map((one) => send(one)));
    const id = first.find(({ status }) => status === 201)?.id;
    for (const { status, id: started } of first)
      expect([
        [201, id],
        [409, undefined],
      ]).toContainEqual([status, started]);
    await expect.poll(() => model.count('Keyed three')).toBe(1);
    for (const one of servers) expect(await send(one)).toEqual({ status: 201, id });
    expect(await send(another, { model: 'sim:fast' })).toEqual({ status: 422, id: undefined });

    await Promise.all(servers.map((one) => one.kill('SIGKILL')));
    const next = await serve(folder);
    expect(await send(next)).toEqual({ status: 201, id });
    model.release();
    await follow(next, id);
    expect(JSON.parse((await start(folder, 'runs', '--json').ended).out)).toHaveLength(1);
    expect(asked('Keyed')).toEqual([1, 1, 2, 1, 1]);
  });
});

describe('text that streams from a model', () => {
  it('is seen at another server before its reply, and begins anew with a call that is made again', async () => {
    const folder = folderWith({ 'flow.yaml': chain('Told') });
    holdAt('Told', 'two');
    const chunks = ['Once ', 'upon ', 'a ', 'time.'];
    for (const holdAfterChunks of [2, 3]) model.on({ match: 'Told three', chunks, holdAfterChunks, times: 1 });
    const [one, other] = [await serve(folder), await serve(folder)];
    const { id } = await (await fetch(`${one.url}/api/v1/workflows/flow/runs`, post())).json();
    const [here, there] = [lookOn(one, id), lookOn(other, id)];
    await expect.poll(() => [here, there].map(({ kinds }) => kinds.includes('task.completed'))).toEqual([true, true]);
    await expect.poll(() => model.count('Told two')).toBe(1);
    model.release();
    for (const look of [here, there]) await expect.poll(() => look.shown('three')).toBe('Once upon a ');
    await one.kill('SIGKILL');
    await expect
      .poll(async () => (await fetch(`${other.url}/api/v1/runs/${id}/resume`, post())).status, { interval: 200 })
      .toBe(200);
    await expect.poll(() => model.count('Told three')).toBe(2);
    await expect.poll(() => there.shown('three')).toBe('Once upon ');
    expect(there.kinds.filter((kind) => kind === 'model.replied')).toHaveLength(2);
    model.release();
    await there.over;
    expect(there.kinds.at(-1)).toBe('run.completed');
    expect(there.everShown('three').filter((text) => !'Once upon a time.'.startsWith(text))).toEqual([]);
    expect(steps.map((step) => there.shown(step)).join('')).toBe('');
  });
});

describe('a server', () => {
  it('that is killed is followed by one on another machine: events, files and results are there', async () => {
    const flow = chain('Moved').replace(
      'tasks:',
      'tasks:\n  read: { description: Moved read, attachments: [/given.txt] }',
    );
    const [here, there] = [folderWith({ 'flow.yaml': flow }), folderWith({ 'flow.yaml': flow })];
    holdAt('Moved', 'three');
    const first = await serve(here);
    const wish = { inputs: { WHO: 'Ada' }, files: [{ path: 'given.txt', text: 'Of the run.' }] };
    const { id } = await (await fetch(`${first.url}/api/v1/workflows/flow/runs`, post(wish))).json();
    await expect.poll(() => model.count('Moved three')).toBe(1);
    await expect.poll(() => model.count('Of the run.')).toBe(1);
    const before = await (await fetch(`${first.url}/api/v1/runs/${id}/events`)).json();
    await first.kill('SIGKILL');
    model.release();
    const second = await serve(there);
    const after = await follow(second, id, before.events.at(-1).seq);
    expect(after.map(([seq]) => seq)).toEqual(after.map((_, index) => before.events.length + index + 1));
    expect(after.map(([, kind]) => kind)).toContain('run.resumed');
    expect(after.at(-1)?.[1]).toBe('run.completed');
    expect(asked('Moved')).toEqual([1, 1, 2, 1, 1]);
    expect(model.count('Of the run.')).toBe(1);
    expect(await (await fetch(`${second.url}/api/v1/runs/${id}/file?path=given.txt`)).text()).toBe('Of the run.');
    expect([here, there].map((folder) => existsSync(join(folder, '.heddle', 'run-files')))).toEqual([false, false]);
    expect((await fetch(`${second.url}/api/v1/runs/${id}`, { method: 'DELETE' })).status).toBe(204);
    await expect.poll(async () => (await fetch(`${second.url}/api/v1/runs/${id}`)).status).toBe(404);
  });

  it('goes on over a restart of the database, and asks nothing twice', async () => {
    const folder = folderWith({ 'flow.yaml': chain('Restarted') });
    holdAt('Restarted', 'two');
    const server = await serve(folder);
    const { id } = await (await fetch(`${server.url}/api/v1/workflows/flow/runs`, post())).json();
    await expect.poll(() => model.count('Restarted two')).toBe(1);
    const following = follow(server, id);
    database.crash();
    // It is answered while the database is away.
    model.release();
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    database.start();
    const seen = await following;
    expect(seen.map(([seq]) => seq)).toEqual(seen.map((_, index) => index + 1));
    expect(seen.at(-1)?.[1]).toBe('run.completed');
    expect(asked('Restarted')).toEqual([1, 1, 1, 1, 1]);
  });

  it('goes on while its connections are ended again and again', async () => {
    const folder = folderWith({ 'flow.yaml': chain('Ended') });
    model.on({ match: 'Ended', reply: 'Done.', delayMs: 100 });
    const [server, other] = [await serve(folder), await serve(folder)];
    const runs = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { id } = await (await fetch(`${server.url}/api/v1/workflows/flow/runs`, post())).json();
        return id as string;
      }),
    );
    const following = Promise.all(runs.map((id) => follow(other, id)));
    let isOver = false;
    void following.finally(() => {
      isOver = true;
    });
    while (!isOver) await endConnections(address);
    for (const seen of await following) {
      expect(seen.map(([seq]) => seq)).toEqual(seen.map((_, index) => index + 1));
      expect(seen.at(-1)?.[1]).toBe('run.completed');
    }
    expect(asked('Ended')).toEqual([4, 4, 4, 4, 4]);
  });
});

it('a database that stays away ends a run with a sentence; it is resumed when the database is back', async () => {
  const folder = folderWith({ 'flow.yaml': chain('Gone') });
  holdAt('Gone', 'four');
  const first = start(folder, 'run', 'flow.yaml');
  await expect.poll(() => model.count('Gone four')).toBe(1);
  database.crash();
  model.release();
  const { code, err } = await first.ended;
  database.start();
  expect(code).toBe(1);
  expect(err).toMatch(
    /heddle: PostgreSQL at postgres:\S+ does not answer \(\w+\)\..*\nThen resume it with: heddle run --resume/,
  );
  expect(await start(folder, 'run', '--resume').ended).toMatchObject({ code: 0, out: 'Done.\n' });
  // Its answer could not be written down.
  expect(asked('Gone')).toEqual([1, 1, 1, 2, 1]);
});
