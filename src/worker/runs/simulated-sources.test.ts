import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildPlan } from '@/plan/build-plan';
import { forecastFork } from '@/plan/forecast/forecast-run';
import type { Plan } from '@/plan/plan';
import { documentOf } from '@/plan/plan.testing';
import { findPretence } from '@/plan/simulated-only';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import { createEngineHost } from '../engine-host';
import { answering, closePorts, follow, local, plansOf } from '../engine-host.testing';

const planWith = (model: string): Plan => {
  const tasks = {
    read: { type: 'script', script: { content: 'cat data' } },
    ask: { description: 'Ask', injectContext: false },
    use: { description: 'Use {{ask}}', dependsOn: ['ask'], injectContext: false },
  };
  const plan = buildPlan(documentOf(tasks, { defaultModel: model }), ['local']);
  if (!plan.ok) throw new Error(JSON.stringify(plan.error));
  return plan.value;
};
const real = planWith('local:m');
const onSimulated = planWith('sim:fast');
const dry: Plan = { ...onSimulated, isDry: true };

let stores: ReturnType<typeof createMemoryStores>;
let requests: Request[];
let scripts: string[];
let host: Awaited<ReturnType<typeof createEngineHost>>;

beforeEach(async () => {
  stores = createMemoryStores({ now: () => 0 });
  requests = [];
  scripts = [];
  const runner = {
    run: async ({ content }: { readonly content: string }) => {
      scripts.push(content);
      return { exitCode: 0, said: '' };
    },
  };
  host = await createEngineHost({ stores, locks: createMemoryRunLocks(), scripts: runner, fetch: answering(requests) });
  await host.settings.saveProvider(local);
});
afterEach(closePorts);

const ended = async (start: () => Promise<string>) => {
  const { kinds, until } = follow(host);
  const before = kinds().filter((kind) => kind === 'run.completed').length;
  const id = await start();
  await until(() => kinds().filter((kind) => kind === 'run.completed').length > before);
  return id;
};
const run = (plan: Plan) => ended(() => plansOf(host).start({ workflowId: 'w', plan }));
const fork = (executionId: string, plan?: Plan, holds?: true) =>
  ended(() => {
    const wish = { executionId, ...(holds && { holds }) };
    return plan ? plansOf(host).fork({ ...wish, plan }) : host.runner.fork(wish);
  });
const takenIn = async (id: string) => (await stores.events.read(id)).filter(({ taken }) => taken !== undefined);
const askedSince = (before: number) => [requests.length - before, scripts.length] as const;

it.each([undefined, true] as const)(
  'takes nothing of a dry run into a run of the workflow (from here on: %s)',
  async (holds) => {
    const source = await run(dry);
    expect([requests.length, scripts.length]).toEqual([0, 0]);
    const found = await fork(source, real, holds);
    expect(await takenIn(found)).toEqual([]);
    expect(askedSince(0)).toEqual([2, 1]);
    expect(await plansOf(host).earlierRuns(source, { plan: 'present', ...(holds && { holds }) })).toEqual([]);
  },
);

it('takes nothing of a dry run through a run between the two', async () => {
  const source = await run(dry);
  const again = await fork(source);
  await fork(again, real, true);
  expect(askedSince(0)).toEqual([2, 1]);
});

it('forks a dry run as it ran into another dry run, which takes all of it', async () => {
  const source = await run(dry);
  const again = await fork(source);
  expect((await takenIn(again)).length).toBeGreaterThan(0);
  expect(askedSince(0)).toEqual([0, 0]);
  const [entry] = await host.runner.executions('w');
  expect([entry?.id, entry?.isDry]).toEqual([again, true]);
  const [started] = await stores.events.read(again);
  expect(started).toMatchObject({ kind: 'run.started', data: { isDry: true } });
});

it('holds no answer of a simulated model for a real one, and keeps what scripts gave on other forks', async () => {
  const source = await run(onSimulated);
  expect(askedSince(0)).toEqual([0, 1]);
  const foreseen = await plansOf(host).earlierRuns(source, {
    plan: 'present',
    holds: true,
    pretence: findPretence(real),
  });
  expect(forecastFork(foreseen, { plan: real, holds: true })).toBeUndefined();
  await fork(source, real, true);
  expect(askedSince(0)).toEqual([2, 2]);
  // What the run before was answered need not be asked again; what a script does is done again.
  await fork(source, real);
  expect(askedSince(2)).toEqual([0, 2]);
  // The same models are asked again, so the same may be held.
  await fork(source, onSimulated, true);
  expect(askedSince(2)).toEqual([0, 2]);
});

it('calls only a dry run one, and not a run on simulated models', async () => {
  await run(onSimulated);
  const [entry] = await host.runner.executions('w');
  expect(entry).not.toHaveProperty('isDry');
});
