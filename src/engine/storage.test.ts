import { describe, expect, it } from 'vitest';
import { AppError, type Failure } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { runPlan } from './run-plan';
import { createWorld } from './testing/world.testing';

it('stands still while the storage is full, tells it, and goes on with nothing lost', async () => {
  const world = createWorld();
  const reports: (Failure | undefined)[] = [];
  const run = runPlan({
    executionId: 'run1',
    workflowId: 'flow1',
    plan: planOf({ a: {}, b: { dependsOn: ['a'] } }),
    deps: world.deps,
    signal: world.stop.signal,
    onEvents: (events: readonly RunEvent[]) => {
      world.emitted.push(...events);
      if (events.some(({ kind }) => kind === 'model.replied') && reports.length === 0) world.log.fill(3);
    },
    onDelta: () => {},
    onStorageFull: (failure) => reports.push(failure),
  });
  expect(await world.clock.runUntil(run)).toBe('completed');
  expect(reports).toEqual([expect.objectContaining({ code: 'STORAGE_FULL' }), undefined]);
  expect(world.emitted).toEqual(world.log.events);
  expect(world.models.requests).toHaveLength(2);
});

it('tells of an event only when it is stored', async () => {
  const world = createWorld();
  const early: RunEvent[] = [];
  const run = runPlan({
    executionId: 'run1',
    workflowId: 'flow1',
    plan: planOf({ a: {}, b: { dependsOn: ['a'] } }),
    deps: world.deps,
    signal: world.stop.signal,
    onEvents: (events) => early.push(...events.filter((event) => !world.log.events.includes(event))),
    onDelta: () => {},
  });
  await world.clock.runUntil(run);
  expect(early).toEqual([]);
});

it('makes no call that could not be recorded', async () => {
  const world = createWorld();
  const append = world.log.append;
  const callsWhenFull: number[] = [];
  Object.assign(world.log, {
    append: (...args: Parameters<typeof append>) => {
      if (callsWhenFull.length < 3) callsWhenFull.push(world.models.requests.length);
      return append(...args);
    },
  });
  world.log.fill(3);
  expect(await world.run(planOf({ a: {} }))).toBe('completed');
  expect(callsWhenFull).toEqual([0, 0, 0]);
});

it('gives up when the storage is broken, and the run can be taken up later', async () => {
  const world = createWorld();
  const append = world.log.append;
  Object.assign(world.log, {
    append: async (...args: Parameters<typeof append>) => {
      if (args[1].some(({ kind }) => kind === 'model.replied')) throw new AppError('STORAGE_FAILED', 'Gone.');
      return append(...args);
    },
  });
  const plan = planOf({ a: {}, b: {} });
  await expect(world.run(plan)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });

  const again = createWorld({ log: world.log.events });
  expect(await again.run(plan)).toBe('completed');
});

/** A pipeline whose states are too long for an event, over a slow storage. */
function steadyPipeline() {
  const plan = planOf({
    p: { type: 'pipeline', plan: { repeat: 60, step: 'go' }, state: '0', stateTemplate: '{state}' },
  });
  const world = createWorld({
    answer: ({ messages }) => `${Number.parseInt(messages.at(-1)?.content ?? '', 10) + 1} ${'x'.repeat(2500)}`,
  });
  const { append } = world.log;
  let fails: AppError | undefined;
  const gaps: number[] = [];
  Object.assign(world.log, {
    append: async (...args: Parameters<typeof append>) => {
      await world.clock.sleep(45, new AbortController().signal);
      if (fails !== undefined) throw fails;
      await append(...args);
      gaps.push(world.models.requests.length - world.log.events.filter(({ kind }) => kind === 'model.replied').length);
    },
  });
  return {
    plan,
    world,
    gaps,
    break: (error: AppError | undefined) => {
      fails = error;
    },
  };
}

describe('a pipeline over a slow storage', () => {
  it('runs ahead of its log, and loses nothing', async () => {
    const { plan, world, gaps } = steadyPipeline();
    expect(await world.run(plan)).toBe('completed');
    expect(Math.max(...gaps)).toBeGreaterThan(2);
    const steps = world.log.events.filter(({ kind }) => kind === 'model.replied');
    expect(steps.map(({ result }) => Number.parseInt(result ?? '', 10))).toEqual(steps.map((_, index) => index + 1));
    expect(steps).toHaveLength(60);
  });

  it('stands still when there is no room, until there is', async () => {
    const { plan, world, ...storage } = steadyPipeline();
    const run = world.run(plan);
    const never = new AbortController().signal;
    const at = (ms: number, then: () => void) => world.clock.sleep(ms, never).then(then);
    const asked: number[] = [];
    at(200, () => storage.break(new AppError('STORAGE_FULL', 'There is no room left.')));
    at(500, () => asked.push(world.models.requests.length));
    at(9000, () => {
      asked.push(world.models.requests.length);
      storage.break(undefined);
    });
    expect(await run).toBe('completed');
    expect(asked[0]).toBe(asked[1]);
    expect(world.models.requests).toHaveLength(60);
    expect(world.log.events.map(({ seq }) => seq)).toEqual(world.log.events.map((_, index) => index + 1));
  });

  it('ends when the storage is broken, and is taken up from what was stored', async () => {
    const { plan, world, ...storage } = steadyPipeline();
    world.clock
      .sleep(300, new AbortController().signal)
      .then(() => storage.break(new AppError('STORAGE_FAILED', 'Gone.')));
    await expect(world.run(plan)).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    const recorded = world.log.events.filter(({ kind }) => kind === 'model.replied').length;
    expect(recorded).toBeGreaterThan(5);
    expect(world.models.requests.length).toBeLessThan(recorded + 20);
    const again = createWorld({ log: world.log.events, blobs: world.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(again.models.requests).toHaveLength(60 - recorded);
  });
});
