import { describe, expect, it } from 'vitest';
import type { Plan } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import type { ModelRequest } from '../ports/model-client';
import { createMemoryBlobs, createMemoryEvents } from '../testing/memory-stores.testing';
import { loud, say } from '../testing/nested.testing';
import { sampleAnswer, samplePlan, sampleScript } from '../testing/sample-run.testing';
import { providerError } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';
import { replayRun } from './replay-run';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

function replay(world: World, plan: Plan, more: { events?: readonly RunEvent[]; to?: number } = {}) {
  const { events = world.log.events, ...rest } = more;
  return replayRun({
    executionId: 'run1',
    plan,
    events: createMemoryEvents(events),
    blobs: world.deps.blobs,
    scratch: createMemoryBlobs(),
    world: world.deps,
    settle,
    ...rest,
  });
}

async function sample(): Promise<World> {
  const world = createWorld({ answer: sampleAnswer, script: sampleScript });
  await world.run(samplePlan);
  return world;
}

/** The log with one event changed. */
function changed(events: readonly RunEvent[], kind: RunEvent['kind'], path: string, change: object): RunEvent[] {
  const index = events.findIndex((event) => event.kind === kind && event.path === path);
  expect(index).toBeGreaterThan(0);
  return events.map((event, at) => (at === index ? ({ ...event, ...change } as RunEvent) : event));
}

describe('a replay', () => {
  it('of a run that has ended writes what its log has, and performs nothing', async () => {
    const world = await sample();
    const { requests } = world.models;
    const [asked, run] = [requests.length, world.scripts.length];
    const report = await replay(world, samplePlan);
    expect(report).toMatchObject({ ended: true, difference: undefined, upTo: world.log.events.length });
    expect(report.same).toBeGreaterThan(30);
    expect([requests.length, world.scripts.length]).toEqual([asked, run]);
  });

  it('of a run in which a try got no answer goes on with the other one, as the run did', async () => {
    const plan = planOf({ a: { description: 'Try', bestOf: { n: 2, evaluator: say('Choose') } } });
    const world = createWorld({
      answer: ({ idempotencyKey }) => (idempotencyKey.includes('/try/2/') ? providerError('auth') : 'fine'),
    });
    expect(await world.run(plan)).toBe('completed');
    expect(await replay(world, plan)).toMatchObject({ ended: true, difference: undefined });
  });

  it('of a vote of which a sample was refused is decided by the others, as in the run', async () => {
    const plan = planOf({ a: { description: 'Vote', voting: { k: 1 } }, b: { description: 'Vote', voting: { k: 2 } } });
    const world = createWorld({
      answer: ({ idempotencyKey }) =>
        idempotencyKey.includes('/sample/1/') ? providerError('content_filter') : 'fine',
    });
    expect(await world.run(plan)).toBe('completed');
    expect(await replay(world, plan)).toMatchObject({ ended: true, difference: undefined });
  });

  it('of a log that ends while a call waits to be tried again has what went on beside it', async () => {
    const plan = planOf({ a: { description: 'Slow' }, b: { description: 'Quick' } }, { maxConcurrency: 1 });
    let tries = 0;
    const world = createWorld({
      answer: ({ idempotencyKey }) => {
        if (!idempotencyKey.includes('/task/a/')) return 'fine';
        tries += 1;
        return tries === 1 ? providerError('overloaded', { retryAfterMs: 60_000 }) : 'fine';
      },
    });
    expect(await world.run(plan)).toBe('completed');
    for (let to = 1; to < world.log.events.length; to += 1) {
      expect(await replay(world, plan, { to }), `up to ${to}`).toMatchObject({ upTo: to, difference: undefined });
    }
  });

  it('goes as far as a log that ends anywhere', async () => {
    const world = await sample();
    for (let to = 1; to < world.log.events.length; to += 1) {
      expect(await replay(world, samplePlan, { to }), `up to ${to}`).toMatchObject({ upTo: to, difference: undefined });
    }
  });

  it('of a run that was taken up again is the same', async () => {
    const whole = await sample();
    for (const cut of [5, 12, 21, 33]) {
      const log = whole.log.events.slice(0, cut);
      const world = createWorld({ answer: sampleAnswer, script: sampleScript, blobs: whole.deps.blobs, log });
      await world.run(samplePlan);
      expect(await replay(world, samplePlan), `cut after ${cut}`).toMatchObject({ ended: true, difference: undefined });
    }
  });

  it.each([
    ['loops, until something holds', { a: say('a', { loop: { type: 'repeat', count: 4 } }) }],
    ['maps', { m: { type: 'map', items: ['a', 'b', 'c'], innerTask: say('{{item}}') } }],
    ['sequences', { s: { type: 'sequential', steps: [say('a'), say('b')] } }],
    ['votes', { v: say('a', { voting: { k: 2 } }) }],
    ['tries', { b: say('a', { bestOf: { n: 2, evaluator: say('{"choice": 1, "reason": "so"}') } }) }],
    ['groups', { g: { type: 'group', subtasks: { x: say('x'), y: say('y {{x}}', { dependsOn: ['x'] }) } } }],
    [
      'rounds of tasks that hold others',
      {
        all: {
          type: 'sequential',
          steps: [
            say('a', { bestOf: { n: 2, evaluator: say('{"choice": 1, "reason": "so"}') } }),
            say('b', { inputs: { x: { task: say('x') } } }),
            { type: 'script', script: { content: 'check' } },
          ],
          loop: { type: 'repeat', count: 2 },
        },
      },
    ],
    ['pipelines', { p: { type: 'pipeline', plan: ['one', 'two', 'three'], state: 's', voting: { k: 1 } } }],
  ])('of %s is the same', async (_name, tasks) => {
    const plan = planOf(tasks as Parameters<typeof planOf>[0]);
    const world = createWorld({ answer: loud });
    await world.run(plan);
    expect(world.log.events.at(-1)?.kind).toMatch(/^run\.(completed|failed)$/);
    expect(await replay(world, plan)).toMatchObject({ ended: true, difference: undefined });
  });

  it.each(['summary', 'full'])(
    'of a conversation that is told as %s before its compaction is due is the same',
    async (transfer) => {
      const compaction = { trigger: 'batch', batchSize: 2 } as const;
      const agents = { planner: { system: 'You plan.', contextTransfer: transfer } } as const;
      const next = (id: string, before: string[]) => say(`Settle ${id}.`, { agent: 'planner', dependsOn: before });
      const plan = planOf({ a: next('a', []), b: next('b', ['a']), c: next('c', ['b']) }, { agents, compaction });
      const world = createWorld({ answer: loud });
      await world.run(plan);
      expect(world.log.events.some(({ kind }) => kind === 'compaction.done')).toBe(true);
      expect(await replay(world, plan)).toMatchObject({ ended: true, difference: undefined });
    },
  );

  it('tells the first event that is not as it would be written', async () => {
    const world = await sample();
    const path = 'task/flaky';
    const other = changed(world.log.events, 'task.completed', path, { result: 'forged', full_result_len: 6 });
    expect((await replay(world, samplePlan, { events: other })).difference).toMatchObject({
      what: 'other',
      kind: 'task.completed',
      path,
      seq: other.find((event) => event.kind === 'task.completed' && event.path === path)?.seq,
    });
  });

  it('tells where it would ask for something else', async () => {
    const world = await sample();
    const plan = { ...samplePlan, tasks: planOf({ fetch: { type: 'script', script: { content: 'wget' } } }).tasks };
    expect((await replay(world, plan)).difference).toMatchObject({
      what: 'asks',
      path: expect.stringMatching(/^task\/fetch\//),
    });
  });

  it('tells what the log has and it would not write, or the other way round', async () => {
    const world = createWorld({ answer: () => 'ok' });
    const [two, one] = [planOf({ a: say('a'), b: say('b') }), planOf({ a: say('a') })];
    await world.run(two);
    expect((await replay(world, one)).difference).toMatchObject({ what: 'less', path: 'task/b' });
    const less = createWorld({ answer: () => 'ok' });
    await less.run(one);
    expect((await replay(less, two)).difference).toMatchObject({ what: 'more', kind: 'task.started', path: 'task/b' });
  });

  it('tells of a payload that is gone', async () => {
    const world = createWorld({ answer: () => 'long '.repeat(1000) });
    const plan = planOf({ a: say('a') });
    await world.run(plan);
    const { ref = '' } = world.log.events.find(({ kind }) => kind === 'model.replied') ?? {};
    await world.deps.blobs.remove('run1', ref);
    expect((await replay(world, plan)).difference).toMatchObject({ what: 'payload' });
  });

  it('goes on in a pipeline from its latest state, as those before it are deleted', async () => {
    const task = { type: 'pipeline', plan: ['a', 'b', 'c', 'd', 'e'], state: 's' };
    const plan = planOf({ p: task, q: { ...say('{{p}}'), dependsOn: ['p'] } });
    const world = createWorld({
      answer: ({ idempotencyKey }) => `${idempotencyKey} `.repeat(200),
    });
    expect(await world.run(plan)).toBe('completed');
    const { events } = world.log;
    const steps = events.filter(({ kind, path }) => kind === 'model.replied' && path.startsWith('task/p'));
    const kept = await Promise.all(steps.map(({ ref = '' }) => world.deps.blobs.size('run1', ref)));
    expect(kept.map((size) => size !== undefined)).toEqual([true, false, false, false, true]);
    const report = await replay(world, plan);
    expect(report).toMatchObject({ ended: true, difference: undefined });

    const other = planOf({ p: { ...task, state: 'other' }, q: { ...say('{{p}}'), dependsOn: ['p'] } });
    expect((await replay(world, other)).difference).toMatchObject({
      what: 'asks',
      path: 'task/p/attempt/1/step/0/turn/1',
    });
    await world.deps.blobs.remove('run1', steps.at(-1)?.ref ?? '');
    expect((await replay(world, plan)).difference).toMatchObject({ what: 'payload' });
  });

  it.each([
    ['has one', {}, 1],
    ['fails for good', {}, 9],
    ['fails for good, as a vote does', { voting: { k: 1 } }, 9],
    ['fails for good, and is attempted again', { errorHandling: { onError: 'retry', maxRetries: 1 } }, 3],
  ])('of a pipeline with failed tries is the same: it %s', async (_what, fields, failing) => {
    let asked = 0;
    const answer = ({ idempotencyKey }: ModelRequest) =>
      idempotencyKey.includes('/step/1/') && asked++ < failing ? 'Sorry' : '7';
    const task = { plan: ['a', 'b', 'c'], outputSchema: { type: 'integer' }, maxRetries: 1 };
    const plan = planOf({ p: { type: 'pipeline', ...task, ...fields } });
    const world = createWorld({ answer });
    await world.run(plan);
    expect(world.log.events.some(({ kind }) => kind === 'iteration.logged')).toBe(true);
    for (let to = 1; to <= world.log.events.length; to += 1) {
      expect(await replay(world, plan, { to }), `up to ${to}`).toMatchObject({ upTo: to, difference: undefined });
    }
  });

  it('holds no more of a long pipeline than what is in hand', async () => {
    const plan = planOf({ p: { type: 'pipeline', plan: { repeat: 300, step: 'x' }, state: '0' } });
    const world = createWorld({ answer: () => 'ok' });
    await world.run(plan);
    expect(await replay(world, plan)).toMatchObject({ ended: true, difference: undefined });
  });
});
