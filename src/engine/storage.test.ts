import { expect, it } from 'vitest';
import { AppError, type Failure } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { runPlan } from './run-plan';
import { createWorld } from './testing/world.testing';

it('stands still while the storage is full, tells it, and goes on with nothing lost', async () => {
  const world = createWorld();
  const told: (Failure | undefined)[] = [];
  const run = runPlan({
    executionId: 'run1',
    workflowId: 'flow1',
    plan: planOf({ a: {}, b: { dependsOn: ['a'] } }),
    deps: world.deps,
    signal: world.stop.signal,
    onEvents: (events: readonly RunEvent[]) => {
      world.told.push(...events);
      if (events.some(({ kind }) => kind === 'model.replied') && told.length === 0) world.log.fill(3);
    },
    onDelta: () => {},
    onStorageFull: (failure) => told.push(failure),
  });
  expect(await world.clock.runUntil(run)).toBe('completed');
  expect(told).toEqual([expect.objectContaining({ code: 'STORAGE_FULL' }), undefined]);
  expect(world.told).toEqual(world.log.events);
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
