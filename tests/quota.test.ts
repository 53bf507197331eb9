import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Failure } from '@/base/errors';
import type { Clock } from '@/engine/ports/machine';
import { runPlan } from '@/engine/run-plan';
import { createScriptedModels } from '@/engine/testing/scripted-models.testing';
import { createWorld } from '@/engine/testing/world.testing';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { createHead } from '@/run/run-head';
import { openIdbStores } from '@/storage/idb/open-idb-stores';
import { completed, events, execution } from '@/storage/samples.testing';

afterEach(() => vi.restoreAllMocks());

/**
 * Rounds of a script that print too much for an event and for one page, models with long prompts, snapshots after each
 * task.
 */
const plan = planOf(
  {
    build: {
      type: 'script',
      script: { language: 'bash', content: 'make', env: { N: '{{iteration}}' } },
      loop: { type: 'repeat', count: 3 },
    },
    write: { description: `Write of ${'x'.repeat(3000)}`, dependsOn: ['build'] },
    check: { description: 'Check', dependsOn: ['write'] },
  },
  { checkpoint: { enabled: true, saveInterval: 'on_task_complete' } },
);

/** A clock whose seconds pass immediately, and whose minutes, for which only time limits wait, never do. */
function impatientClock(): Clock {
  let now = Date.UTC(2026, 0, 1);
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        if (ms > 60_000) return;
        now += ms;
        setTimeout(resolve, 1);
      }),
  };
}

let databases = 0;
let undisturbed: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  undisturbed = await run();
});

/** The run over IndexedDB, to its end; `fits`: the writes some of which find no room. */
async function run(fits?: Fits) {
  databases += 1;
  const rotation = { liveBytes: 3000, segmentBytes: 2000 };
  const stores = await openIdbStores({ name: `quota-${databases}`, now: () => 0, rotation });
  await stores.executions.create({ ...execution('run1'), ...createHead(plan), plan });
  const refused = fits === undefined ? () => 0 : fill(`quota-${databases}`, fits, 1, 3);
  const clock = impatientClock();
  const models = createScriptedModels(clock, ({ messages }) => `To ${messages.length}: ${'word '.repeat(1000)}`);
  const world = createWorld({ script: ({ env }) => ({ stdout: `line of build ${env['N']}\n`.repeat(20_000) }) });
  const { events: log, blobs, checkpoints } = stores;
  const told: (Failure | undefined)[] = [];
  const heard: RunEvent[] = [];
  const status = await runPlan({
    executionId: 'run1',
    workflowId: 'w1',
    plan,
    deps: { ...world.deps, clock, models, events: log, blobs, checkpoints },
    signal: world.stop.signal,
    onEvents: (batch) => heard.push(...batch),
    onDelta: () => {},
    onStorageFull: (failure) => told.push(failure),
  });
  // Segments are sealed in the background, also after the end of the run.
  if (fits !== undefined) await vi.waitFor(() => expect(refused()).toBeGreaterThan(0), { timeout: 20_000 });
  const stored = await log.read('run1');
  expect(heard).toEqual(stored);
  const results = new Map<string, unknown>();
  for (const { kind, path, result, ref } of stored) {
    if (kind !== 'task.completed' && kind !== 'script.exited' && kind !== 'model.replied') continue;
    // A stored text exists.
    results.set(`${kind} ${path}`, [result, ref, ref === undefined ? 0 : await blobs.size('run1', ref)]);
  }
  const iterations = await stores.iterations.find('run1', { direction: 'forward', limit: 10 });
  const logged = iterations.iterations.map(({ ordinal, stdout }) => [ordinal, stdout.ref]);
  expect(models.requests).toHaveLength(2);
  return { outcome: { status, results, logged }, told };
}

/** What the IndexedDB of the tests has to end a transaction as a browser does whose storage is full. */
interface Transaction {
  _abort(errorName: string): void;
}

type Fits = (store: string, value: unknown) => boolean;

/**
 * Leaves no room for some writes: of those that match `fits`, for `times` after the first `after`. Returns how many
 * they were.
 */
function fill(database: string, fits: Fits, after: number, times: number): () => number {
  let seen = 0;
  let refused = 0;
  for (const method of ['add', 'put'] as const) {
    const real = IDBObjectStore.prototype[method];
    vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(function (this: IDBObjectStore, value, key) {
      const isHere = this.transaction.db.name === database;
      if (isHere && fits(this.name, value) && ++seen > after && refused < times) {
        refused += 1;
        const transaction = this.transaction as unknown as Transaction;
        queueMicrotask(() => transaction._abort('QuotaExceededError'));
      }
      return key === undefined ? real.call(this, value) : real.call(this, value, key);
    });
  }
  return () => refused;
}

const isPaged = (value: unknown) => typeof value === 'object' && value !== null && 'upload' in value;

it.each([
  ['an append', (store: string) => store === 'events', true],
  ['the head of the run', (store: string) => store === 'executions', true],
  ['an iteration', (store: string) => store === 'iterationLogs', true],
  ['a payload', (store: string, value: unknown) => store === 'blobs' && !isPaged(value), true],
  ['a page of an output', (store: string) => store === 'blobPages', true],
  ['the end of an output', (store: string, value: unknown) => store === 'blobs' && isPaged(value), true],
  ['a snapshot', (store: string) => store === 'checkpoints', false],
  ['a segment', (store: string) => store === 'segments', false],
])('loses nothing where there is no room for %s, and goes on once there is', async (_what, fits, standsStill) => {
  const { outcome, told } = await run(fits);
  expect(outcome).toEqual(undisturbed.outcome);
  // Snapshots and segments are deferred: nothing waits for them.
  const codes = told.map((failure) => failure?.code);
  if (standsStill) expect([codes[0], codes.at(-1)]).toEqual(['STORAGE_FULL', undefined]);
  else expect(codes).toEqual([]);
});

it('does not create a run halfway', async () => {
  const stores = await openIdbStores({ name: 'quota-create', now: () => 0 });
  for (const store of ['executions', 'blobs']) {
    fill('quota-create', (name) => name === store, 0, 1);
    await expect(stores.executions.create(execution('e1'))).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    vi.restoreAllMocks();
    expect(await stores.executions.get('e1')).toBeUndefined();
    expect(await stores.upkeep.orphans()).toEqual([]);
  }
  await stores.executions.create(execution('e1'));
  expect(await stores.executions.get('e1')).toMatchObject({ id: 'e1' });
});

it('does not cut a log halfway', async () => {
  const stores = await openIdbStores({ name: 'quota-cut', now: () => 0 });
  await stores.executions.create(execution('e1'));
  for (const seq of [1, 11, 21]) await stores.events.append('e1', events(seq, seq + 9), 'strict');
  await stores.events.append('e1', [completed(31)], 'strict');
  for (const store of ['setAside', 'events', 'executions']) {
    fill('quota-cut', (name) => name === store, 0, 1);
    await expect(stores.events.cut('e1', 15)).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    vi.restoreAllMocks();
    expect(await stores.events.read('e1')).toEqual([...events(1, 30), completed(31)]);
    expect(await stores.executions.get('e1')).toMatchObject({ status: 'completed', lastSeq: 31 });
  }
  expect(await stores.events.cut('e1', 15)).toBe(16);
});
