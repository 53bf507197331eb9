import { createServer } from 'node:http';
import { connect } from 'node:http2';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { chain, folderWith, modelEnv, programWithDriver, steps } from '../postgres/served-store';
import { type LookedOn, lookOn } from '../serve/served-process';
import { freePort } from '../support/free-port';
import { type PostgresServer, postgresPassword, startPostgres } from '../support/postgres';
import { startRecordingProxy } from '../support/recording-proxy';
import { type RestateServer, startRestate } from '../support/restate';
import { figureOf, follow, type Machines, machineWith, post, startMachines, startRun } from './machines';

let model: FaultServer;
let database: PostgresServer;
let restate: RestateServer;
let machines: Machines | undefined;
let env: Readonly<Record<string, string>>;

beforeAll(async () => {
  await programWithDriver();
  [model, database, restate] = [await startFaultServer(), await startPostgres(), await startRestate()];
}, 120_000);
beforeEach(() => {
  env = { ...modelEnv(model.url), HEDDLE_STORE: database.newAddress() };
});
afterEach(async () => {
  model.release();
  const said = machines?.said() ?? '';
  await machines?.stop();
  machines = undefined;
  for (const secret of [postgresPassword, 'planted-key-0123456789']) expect(said).not.toContain(secret);
});
afterAll(async () => {
  await restate.crash();
  database.stop();
  await model.close();
});

describe('machines that share runs', () => {
  it('run what is started at any of them, and each can be asked for it', async () => {
    const folders = [0, 1, 2].map(() => folderWith({ 'flow.yaml': chain('Shared') }));
    machines = await startMachines(folders, restate, env);
    model.on({ match: 'Shared', reply: 'Done.' });
    const ids = await Promise.all(machines.running.map((one) => startRun(one)));
    for (const [index, id] of ids.entries()) {
      const [other = machines.any()] = machines.running.slice((index + 1) % 3);
      const seen = await follow(other, id);
      expect(seen.map(([seq]) => seq)).toEqual(seen.map((_, at) => at + 1));
      expect(seen.at(-1)?.[1]).toBe('run.completed');
    }
    expect(steps.map((step) => model.count(`Shared ${step}`))).toEqual([3, 3, 3, 3, 3]);
  });

  it('take over from one that is killed: what is under way elsewhere is waited for, and nothing is asked twice', async () => {
    const folders = [0, 1, 2].map(() => folderWith({ 'flow.yaml': chain('Taken') }));
    machines = await startMachines(folders, restate, env);
    // Until the machine that runs the run is not the one that makes the call, which is left to the balancer.
    for (let tries = 1; ; tries += 1) {
      const [word, before] = [`Taken${tries}`, model.requests.length];
      model.on({ match: 'Taken', reply: 'Done.' });
      model.on({ match: 'Taken three', reply: 'Done.', holdAfterChunks: 0, times: 1 });
      const id = await startRun(machines.any());
      await expect.poll(() => model.count('Taken three'), { timeout: 30_000 }).toBe(tries);
      const owner = await machineWith(machines, 'heddle_active_runs');
      const performer = await machineWith(machines, 'heddle_effects_under_way');
      const isApart = owner !== performer;
      if (isApart) await machines.kill(owner);
      const watching = follow(machines.any(), id);
      if (isApart) {
        await expect
          .poll(() => Promise.all((machines?.running ?? []).map((one) => figureOf(one, 'heddle_active_runs'))), {
            timeout: 60_000,
          })
          .toContain(1);
      }
      model.release();
      const seen = await watching;
      expect(seen.at(-1)?.[1]).toBe('run.completed');
      expect([word, model.requests.length - before]).toEqual([word, 5]);
      if (!isApart) continue;
      expect(seen.map(([, kind]) => kind)).toContain('run.resumed');
      break;
    }
  });

  it('say of a run that it is moving while it is on its way and Restate is killed, and it goes on', async () => {
    const folders = [0, 1].map(() => folderWith({ 'flow.yaml': chain('Moved') }));
    machines = await startMachines(folders, restate, env);
    model.on({ match: 'Moved', reply: 'Done.' });
    model.on({ match: 'Moved three', reply: 'Done.', holdAfterChunks: 0, times: 1 });
    const id = await startRun(machines.any());
    await expect.poll(() => model.count('Moved three'), { timeout: 30_000 }).toBe(1);
    const owner = await machineWith(machines, 'heddle_active_runs');
    await restate.crash();
    await machines.kill(owner);
    const { url } = machines.any();
    const status = async () => (await (await fetch(`${url}/api/v1/runs/${id}`)).json()).status;
    await expect.poll(status, { timeout: 30_000 }).toBe('moving');
    model.release();
    await restate.start();
    const seen = await follow(machines.any(), id);
    expect(seen.at(-1)?.[1]).toBe('run.completed');
    expect(seen.map(([, kind]) => kind)).toContain('run.resumed');
    expect(await status()).toBe('completed');
  });

  it('show the text that streams to who looks on at any of them, anew where a call is made again', async () => {
    const folders = [0, 1, 2].map(() => folderWith({ 'flow.yaml': chain('Live') }));
    machines = await startMachines(folders, restate, env);
    // Until the machine that runs the run is not the one that makes the call, which is left to the balancer.
    for (let tries = 1; ; tries += 1) {
      model.on({ match: 'Live', reply: 'Done.' });
      model.on({ match: 'Live two', reply: 'Done.', holdAfterChunks: 0, times: 1 });
      model.on({ match: 'Live three', chunks: ['Twice ', 'told.'], holdAfterChunks: 1, times: 1 });
      model.on({ match: 'Live three', chunks: ['Once ', 'upon ', 'a time.'], holdAfterChunks: 2, times: 1 });
      const before = model.count('Live two');
      const id = await startRun(machines.any());
      const { at } = machines;
      const looks = new Map(machines.numbers.map((index) => [index, lookOn(at(index), id)]));
      const all = (seen: (look: LookedOn) => unknown) => [...looks.values()].map(seen);
      await expect.poll(() => model.count('Live two') - before, { timeout: 30_000 }).toBe(1);
      await expect
        .poll(() => all(({ kinds }) => kinds.includes('task.completed')), { timeout: 30_000 })
        .toEqual([true, true, true]);
      model.release();
      const shown = () => all((look) => look.shown('three'));
      await expect.poll(shown, { timeout: 30_000 }).toEqual(['Once upon ', 'Once upon ', 'Once upon ']);
      const owner = await machineWith(machines, 'heddle_active_runs');
      const performer = await machineWith(machines, 'heddle_effects_under_way');
      const isApart = owner !== performer;
      if (isApart) {
        await machines.kill(performer);
        looks.delete(performer);
        await expect.poll(shown, { timeout: 60_000 }).toEqual(['Twice ', 'Twice ']);
      }
      model.release();
      await Promise.all(all(({ over }) => over));
      for (const look of looks.values()) {
        expect(look.kinds.at(-1)).toBe('run.completed');
        expect(steps.map((step) => look.shown(step)).join('')).toBe('');
        for (const text of look.everShown('three'))
          expect(
            ['Once upon a time.', 'Twice told.'].some((whole) => whole.startsWith(text)),
            text,
          ).toBe(true);
      }
      if (isApart) break;
      // The rule for the second call was not used.
      model.on({ match: 'Live three', reply: 'Done.' });
      expect(tries).toBeLessThan(20);
    }
  });

  it('do what is asked of any of them to the run that another one runs', async () => {
    const flow = `${chain('Steered')}  asked: { type: ask, message: Who?, form: { name: { type: text, required: true } }, depends_on: [five] }\n`;
    const folders = [0, 1].map(() => folderWith({ 'flow.yaml': flow }));
    machines = await startMachines(folders, restate, env);
    model.on({ match: 'Steered', reply: 'Done.' });
    model.on({ match: 'Steered two', reply: 'Done.', holdAfterChunks: 0, times: 1 });
    const id = await startRun(machines.any());
    await expect.poll(() => model.count('Steered two'), { timeout: 30_000 }).toBe(1);
    const other = machines.at(1 - (await machineWith(machines, 'heddle_active_runs')));
    const call = async (path: string, body?: unknown) => {
      const answer = await fetch(`${other.url}/api/v1/runs/${id}/${path}`, body === undefined ? {} : post(body));
      return { status: answer.status, body: answer.status === 204 ? undefined : await answer.json() };
    };
    expect(await call('pause', {})).toMatchObject({ status: 200, body: { status: 'waiting' } });
    // The call was stopped where it was made.
    const stopped = () => model.requests.filter(({ prompt, aborted }) => aborted && prompt.includes('Steered'));
    await expect.poll(() => stopped().length).toBe(1);
    expect((await call('answers', { path: 'task/asked', answer: { name: 'Ada' } })).status).toBe(404);
    expect((await call('resume', {})).status).toBe(200);
    const questions = async () => (await call('questions')).body.questions as { path: string }[];
    await expect.poll(async () => (await questions()).length, { timeout: 30_000 }).toBe(1);
    const [{ path } = { path: '' }] = await questions();
    expect((await call('answers', { path, answer: { wrong: 1 } })).status).toBe(400);
    expect((await call('answers', { path, answer: { name: 'Ada' } })).status).toBe(204);
    expect((await follow(other, id)).at(-1)?.[1]).toBe('run.completed');
    const second = await startRun(machines.any());
    await expect
      .poll(async () => (await fetch(`${other.url}/api/v1/runs/${second}/questions`)).json(), { timeout: 30_000 })
      .toMatchObject({ questions: [{}] });
    expect((await fetch(`${other.url}/api/v1/runs/${second}/cancel`, post())).status).toBe(200);
    expect((await follow(other, second)).at(-1)?.[1]).toBe('run.cancelled');
  });

  it('give away their runs when they are stopped; where all are stopped, the next ones go on', async () => {
    const folders = [0, 1].map(() => folderWith({ 'flow.yaml': chain('Given') }));
    machines = await startMachines(folders, restate, env);
    model.on({ match: 'Given', reply: 'Done.' });
    model.on({ match: 'Given three', reply: 'Done.', delayMs: 300 });
    const id = await startRun(machines.any());
    await expect.poll(() => model.count('Given three'), { timeout: 30_000 }).toBe(1);
    for (const served of machines.running) served.child.kill('SIGTERM');
    expect(await Promise.all(machines.running.map(({ ended }) => ended))).toEqual([0, 0]);
    await machines.start(0);
    expect((await follow(machines.at(0), id)).at(-1)?.[1]).toBe('run.completed');
    // Both let the call end that was under way.
    expect(steps.map((step) => model.count(`Given ${step}`))).toEqual([1, 1, 1, 1, 1]);
  });

  it('with labels run what asks for them, and its calls; nothing else', async () => {
    const flow = { 'flow.yaml': chain('Labelled') };
    machines = await startMachines([folderWith(flow)], restate, env);
    const [plain] = machines.running;
    const others = await startMachines(
      [folderWith(flow)],
      restate,
      env,
      [],
      ['--engine-label', 'gpu', '--engine-label', 'eu'],
    );
    model.on({ match: 'Labelled', reply: 'Done.' });
    const start = (body: object) => fetch(`${plain?.url}/api/v1/workflows/flow/runs`, post(body));
    try {
      await expect
        .poll(async () => (await start({ labels: ['gpu'] })).status, { timeout: 30_000, interval: 500 })
        .toBe(201);
      const labelled = await (await start({ labels: ['gpu'] })).json();
      expect(labelled.labels).toEqual(['eu', 'gpu']);
      expect((await follow(machines.any(), labelled.id)).at(-1)?.[1]).toBe('run.completed');
      const before = await figureOf(machines.any(), 'heddle_effects_total');
      expect(before).toBe(0);
      const id = await startRun(machines.any());
      expect((await follow(machines.any(), id)).at(-1)?.[1]).toBe('run.completed');
      expect(await figureOf(machines.any(), 'heddle_effects_total')).toBe(5);
      const refused = await start({ labels: ['us'] });
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('No machine has')]);
      expect((await start({ labels: ['No label'] })).status).toBe(400);
    } finally {
      await others.stop();
    }
  });

  it('take work from their Restate alone, where they are told its key', async () => {
    expect(restate.key).toMatch(/^publickeyv1_/);
    machines = await startMachines(
      [folderWith({ 'flow.yaml': chain('Signed') })],
      restate,
      env,
      [],
      ['--engine-key', restate.key],
    );
    model.on({ match: 'Signed', reply: 'Done.' });
    const id = await startRun(machines.any());
    expect((await follow(machines.any(), id)).at(-1)?.[1]).toBe('run.completed');
    const asked = model.requests.length;
    const effect = { kind: 'model', executionId: id, labels: [], key: 'k', input: {} };
    expect(await statusOf(machines.engineUrl, '/invoke/HeddleEffects/perform', JSON.stringify(effect))).toBe(401);
    expect(model.requests.length).toBe(asked);
  });

  it('leave no key and no secret with Restate', async () => {
    const seen: (string | undefined)[] = [];
    const looked = createServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end('Seen.');
    });
    const port = await freePort();
    await new Promise<void>((resolve) => looked.listen(port, '127.0.0.1', resolve));
    const flow = `tools:
  look: { http: { url: "http://127.0.0.1:${port}", headers: { authorization: "Bearer {{secrets.LOOK}}" } } }
default_model: "openai:test"
tasks:
  said: { description: Kept said }
  seen: { type: tool, tool: look, args: {}, depends_on: [said] }
`;
    const secret = 'planted-secret-9876543210';
    const proxy = await startRecordingProxy(Number(new URL(restate.address.replace('restate:', 'http:')).port));
    const address = restate.address.replace(/:\d+\?/, `:${proxy.port}?`);
    const folders = [folderWith({ 'flow.yaml': flow })];
    const allowed = { HEDDLE_SECRET_LOOK: secret, HEDDLE_ALLOW_SECRETS: `LOOK=http://127.0.0.1:${port}` };
    machines = await startMachines(folders, { address }, { ...env, ...allowed });
    model.on({ match: 'Kept', reply: 'A marked answer.' });
    const id = await startRun(machines.any());
    expect((await follow(machines.any(), id)).at(-1)?.[1]).toBe('run.completed');
    proxy.close();
    const passed = proxy.passed();
    for (const word of ['Kept said', 'A marked answer.']) expect(passed).toContain(word);
    for (const word of ['planted-key-0123456789', secret, postgresPassword]) expect(passed).not.toContain(word);
    looked.close();
    expect(seen).toEqual([`Bearer ${secret}`]);
  });
});

/** The status of a request over HTTP/2 that nobody has signed. */
function statusOf(url: string, path: string, body: string): Promise<number> {
  const session = connect(url);
  const stream = session.request({
    ':method': 'POST',
    ':path': path,
    'content-type': 'application/vnd.restate.invocation.v5',
  });
  stream.end(body);
  return new Promise((resolve, reject) => {
    session.on('error', reject);
    stream.on('error', reject);
    stream.on('response', (headers) => {
      session.destroy();
      resolve(Number(headers[':status']));
    });
  });
}
