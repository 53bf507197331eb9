import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { type FaultServer, startFaultServer } from '../../e2e/servers/fault-server';
import { chain, folderWith, modelEnv, programWithDriver, steps } from '../postgres/served-store';
import { type PostgresServer, startPostgres } from '../support/postgres';
import { type RestateServer, startRestate } from '../support/restate';
import { figureOf, type Machines, startMachines, startRun } from './machines';

/** How many items are mapped, and how many runs run at once. */
const counts = { items: samples('ITEMS', 4000, 10_000), runs: samples('RUNS', 100, 200) };

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
  await machines?.stop();
  machines = undefined;
});
afterAll(async () => {
  await restate.crash();
  database.stop();
  await model.close();
});

const resultOf = async (id: string, at = 0) =>
  (await fetch(`${machines?.running[at]?.url}/api/v1/runs/${id}`)).json() as Promise<{ status: string }>;

/** How many runs each machine has completed. Reading that costs it nothing, whatever the size of a run. */
async function completed({ running }: Machines): Promise<readonly number[]> {
  const figures = await Promise.all(running.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  return figures.map((text) => Number(/^heddle_run_events_total\{kind="completed"\} (\d+)$/m.exec(text)?.[1] ?? 0));
}

it('a map of many items is shared by all machines, and by one that comes later', async () => {
  const flow = `default_model: "openai:test"
max_concurrency: 32
tasks:
  each:
    type: map
    items: [${[...Array(counts.items).keys()].join(', ')}]
    inner_task: { type: atomic, description: "Item {{item}}." }
`;
  const folders = [0, 1, 2].map(() => folderWith({ 'flow.yaml': flow }));
  const shared = await startMachines(folders, restate, env, [2]);
  machines = shared;
  model.on({ match: 'Item', reply: ({ prompt }) => `Said ${/Item (\d+)/.exec(prompt)?.[1]}` });
  const id = await startRun(machines.any());
  await expect.poll(() => model.requests.length, { timeout: 120_000 }).toBeGreaterThan(counts.items / 4);
  await machines.start(2);
  const all = async () => (await completed(shared)).reduce((sum, count) => sum + count, 0);
  await expect.poll(all, { timeout: 900_000, interval: 500 }).toBe(1);
  expect((await resultOf(id)).status).toBe('completed');
  const { at } = shared;
  const shares = await Promise.all([0, 1, 2].map((index) => figureOf(at(index), 'heddle_effects_total')));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(counts.items);
  expect(model.requests.length).toBe(counts.items);
  // The one that came late had less time.
  for (const share of shares.slice(0, 2)) expect(share).toBeGreaterThan(counts.items / 8);
  expect(shares[2]).toBeGreaterThan(counts.items / 16);
}, 1_200_000);

it('many runs at once are shared too, and each call is made once', async () => {
  const folders = [0, 1, 2].map(() => folderWith({ 'flow.yaml': chain('Many') }));
  const shared = await startMachines(folders, restate, env);
  machines = shared;
  model.on({ match: 'Many', reply: 'Done.' });
  const { at } = shared;
  const ids = await Promise.all(Array.from({ length: counts.runs }, (_, index) => startRun(at(index % 3))));
  const all = async () => (await completed(shared)).reduce((sum, count) => sum + count, 0);
  await expect.poll(all, { timeout: 600_000, interval: 500 }).toBe(counts.runs);
  for (const count of await completed(shared)) expect(count).toBeGreaterThan(counts.runs / 8);
  for (const id of ids) expect((await resultOf(id)).status).toBe('completed');
  expect(steps.map((step) => model.count(`Many ${step}`))).toEqual(steps.map(() => counts.runs));
}, 900_000);
