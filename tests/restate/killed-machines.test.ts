import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { openPostgresStores, type PostgresStores } from '@/storage/postgres/open-postgres-stores';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { answerTo, everyType, markOfRequest } from '../kill/every-type';
import { countsOf, doneTwice, recordedCalls, resultsOf, seededRandom } from '../kill/ledger';
import { folderWith, modelEnv, programWithDriver } from '../postgres/served-store';
import { type PostgresServer, startPostgres } from '../support/postgres';
import { type RestateServer, startRestate } from '../support/restate';
import { type Machines, post, startMachines, startRun } from './machines';

/** How often something is killed; for more: `KILLS=500`. */
const kills = samples('KILLS', 20, 50);
const seed = Number(process.env['KILL_SEED'] ?? 1);
/** Most calls that are under way at once: three tasks, or the samples of one. */
const mostUnderWay = 6;
/** Something is killed at the latest this many ms, or this many requests, after the kill before. */
const latest = { ms: 1500, requests: 20 };

const text = everyType('openai:test', (mark) => `true \\"${mark}\\"`, true);
let model: FaultServer;
let database: PostgresServer;
let restate: RestateServer;
let machines: Machines;
let stores: PostgresStores;

beforeAll(async () => {
  await programWithDriver();
  [model, database, restate] = [await startFaultServer(), await startPostgres(), await startRestate()];
  model.on({ reply: answerTo, delayMs: 5 });
  const address = database.newAddress();
  const folders = [0, 1, 2].map(() => folderWith({ 'flow.yaml': text }));
  machines = await startMachines(folders, restate, { ...modelEnv(model.url), HEDDLE_STORE: address });
  stores = await openPostgresStores(address);
}, 120_000);
afterAll(async () => {
  await machines.stop();
  await stores.end();
  await restate.crash();
  database.stop();
  await model.close();
}, 60_000);

/** Whether a run has ended. Its questions are answered by whichever machine is asked. */
async function lookAfter(id: string): Promise<boolean> {
  const call = (path: string, init?: RequestInit) =>
    fetch(`${machines.any().url}/api/v1/runs/${id}${path}`, init).then((answer) =>
      answer.ok ? answer.json() : undefined,
    );
  const asked = await call('/questions').catch(() => undefined);
  for (const { path, kind } of asked?.questions ?? []) {
    const answer = kind === 'approval' ? { approve: true } : { word: 'go' };
    await call('/answers', post({ path, answer })).catch(() => undefined);
  }
  const run = await call('').catch(() => undefined);
  return ['completed', 'failed', 'cancelled'].includes(run?.run?.status ?? run?.status);
}

/** What can be killed, each with how it starts again. */
const victims = [
  ...[0, 1, 2].map((index) => async () => {
    await machines.kill(index);
    return async () => void (await machines.start(index));
  }),
  async () => {
    await restate.crash();
    return restate.start;
  },
  async () => {
    database.crash();
    return async () => database.start();
  },
];

it(`of runs whose machines, engine and database are killed again and again nothing is paid twice, and their results are those of one that is not (seed ${seed})`, async () => {
  const random = seededRandom(seed);
  const first = await startRun(machines.any());
  await expect.poll(() => lookAfter(first), { timeout: 120_000, interval: 100 }).toBe(true);
  const whole = {
    calls: countsOf(model.requests.map(markOfRequest)),
    results: resultsOf(await stores.events.read(first)),
  };
  expect(Object.keys(whole.results)).toHaveLength(17);

  for (let killed = 0; killed < kills; ) {
    const begin = model.requests.length;
    const id = await startRun(machines.any());
    let isOver = false;
    let underWay = 0;
    while (!isOver && killed < kills) {
      const recorded = countsOf(recordedCalls(await stores.events.read(id)));
      const since = model.requests.length;
      const wanted = 1 + Math.floor(random() * latest.requests);
      const until = performance.now() + random() * latest.ms;
      while (!isOver && performance.now() < until && model.requests.length - since < wanted) {
        isOver = await lookAfter(id);
        await setTimeout(10);
      }
      const done = countsOf(model.requests.slice(since).map(markOfRequest));
      expect(doneTwice(whole.calls, recorded, done), `after ${killed} kills`).toEqual([]);
      if (isOver) break;
      const startAgain = await victims[Math.floor(random() * victims.length)]?.();
      killed += 1;
      underWay += mostUnderWay;
      await startAgain?.();
    }
    await expect.poll(() => lookAfter(id), { timeout: 180_000, interval: 100 }).toBe(true);
    const events = await stores.events.read(id);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
    expect(resultsOf(events)).toEqual(whole.results);
    for (const kind of ['input.requested', 'input.provided']) {
      expect(events.filter((event) => event.kind === kind)).toHaveLength(2);
    }
    const most = [...whole.calls.values()].reduce((sum, times) => sum + times, 0) + underWay;
    expect(model.requests.length - begin).toBeLessThanOrEqual(most);
  }
}, 1_800_000);
