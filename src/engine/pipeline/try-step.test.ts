import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import type { Plan } from '@/plan/plan';
import { planOf } from '@/plan/plan.testing';
import type { EventQuery } from '@/run/event-query';
import type { EventOf, RunEvent } from '@/run/events';
import { buildIteration } from '@/run/iteration-log';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { advanceHead, createHead } from '@/run/run-head';
import { RunHistoryFold } from '../log/history-fold';
import { openForFork } from '../log/recording';
import type { ModelRequest } from '../ports/model-client';
import { createMemoryBlobs } from '../testing/memory-stores.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

const pipeline = (fields: object) => planOf({ p: { type: 'pipeline', ...fields } });
const stepOf = ({ idempotencyKey }: ModelRequest) => Number(/\/step\/(\d+)\//.exec(idempotencyKey)?.[1]);
const tryOf = ({ idempotencyKey }: ModelRequest) =>
  Number(/\/step\/\d+\/attempt\/(\d+)\//.exec(idempotencyKey)?.[1] ?? 1);
const eventsOf = <K extends RunEvent['kind']>({ log }: World, kind: K) =>
  log.events.filter((event): event is EventOf<K> => event.kind === kind);
const triesOf = (world: World) => eventsOf(world, 'iteration.logged');
const iterationsOf = (world: World) => triesOf(world).map((event) => buildIteration('run1', event));
const stateOf = (world: World) => reduceRun(emptyRun, world.log.events);

/** Fails step 1 in its first tries, of three. */
const counting = (failing: number) => ({
  task: { plan: { repeat: 3, step: 'add' }, outputSchema: { type: 'integer' }, maxRetries: 2 },
  answer: (request: ModelRequest): Scripted =>
    stepOf(request) === 1 && tryOf(request) <= failing ? `Sorry ${tryOf(request)}` : String(stepOf(request)),
});

describe('a failed try of a step', () => {
  it('is an iteration, with what the model said, why it was refused, and what was asked', async () => {
    const { task, answer } = counting(2);
    const world = createWorld({ answer });
    await world.run(pipeline({ ...task, pipelineId: 'count' }));
    expect(triesOf(world).map(({ path, pipeline: name, step, model }) => ({ path, name, step, model }))).toEqual([
      { path: 'task/p/attempt/1/step/1/attempt/1', name: 'count', step: 1, model: 'sim:echo' },
      { path: 'task/p/attempt/1/step/1/attempt/2', name: 'count', step: 1, model: 'sim:echo' },
    ]);
    const [first, second] = iterationsOf(world);
    expect(first).toMatchObject({
      id: 'run1-iter-1',
      of: 'step',
      n: 1,
      pipeline: 'count',
      step: 1,
      exitCode: 1,
      stdout: { text: 'Sorry 1' },
      command: expect.stringContaining('Task: add'),
      error: { code: 'INVALID_OUTPUT' },
      notes: { step: 1, total: 3 },
      usage: { inputTokens: 10, outputTokens: 5 },
    });
    expect(second).toMatchObject({ n: 2, stdout: { text: 'Sorry 2' } });
    const asked = await world.deps.blobs.get('run1', first?.prompt?.ref ?? '');
    expect((JSON.parse(asked ?? '[]') as JsonObject[]).at(-1)).toMatchObject({ content: first?.command });
  });

  it('is not written for steps that succeed', async () => {
    const world = createWorld({ answer: () => '1' });
    await world.run(pipeline({ plan: { repeat: 20, step: 'add' } }));
    expect(world.log.events).toHaveLength(20 + 5);
  });

  it('counts once in all totals, as soon as it failed', async () => {
    const { task, answer } = counting(2);
    const world = createWorld({ answer });
    const plan = pipeline(task);
    await world.run(plan);
    const five = { calls: 5, inputTokens: 50, outputTokens: 25 };
    expect(stateOf(world).totals).toMatchObject(five);
    expect(stateOf(world).byModel.get('sim:echo')).toMatchObject(five);
    expect(advanceHead(createHead(plan), world.log.events).totals).toMatchObject(five);
    expect(eventsOf(world, 'task.completed')[0]?.data.usage).toMatchObject({ inputTokens: 50 });
    const [second] = triesOf(world).slice(1);
    const upTo = world.log.events.slice(0, second?.seq);
    expect(reduceRun(emptyRun, upTo).totals).toMatchObject({ calls: 3, inputTokens: 30 });
    expect(stateOf(world).pipelines.get('p')).toMatchObject({
      failures: 2,
      noted: [{ step: 1, failures: 2, path: 'task/p/attempt/1/step/1/turn/1' }],
    });
  });

  it('counts where no try succeeds, too', async () => {
    const { task, answer } = counting(9);
    const world = createWorld({ answer });
    const plan = pipeline(task);
    await world.run(plan);
    const four = { calls: 4, inputTokens: 40, outputTokens: 20 };
    expect(stateOf(world).totals).toMatchObject(four);
    expect(stateOf(world).byModel.get('sim:echo')).toMatchObject(four);
    const byModel = { 'sim:echo': four };
    expect(advanceHead(createHead(plan), world.log.events)).toMatchObject({ totals: four, byModel, iterations: 3 });
    expect(eventsOf(world, 'task.failed')[0]?.data.usage).toMatchObject({ inputTokens: 40 });
    expect(iterationsOf(world).map((log) => log?.stdout.text)).toEqual(['Sorry 1', 'Sorry 2', 'Sorry 3']);
    expect(stateOf(world).pipelines.get('p')).toMatchObject({
      failures: 3,
      noted: [{ step: 1, failures: 3, isOpen: true, path: 'task/p/attempt/1/step/1' }],
    });
  });

  it('of a vote says what all samples said', async () => {
    let n = 0;
    const world = createWorld({ answer: () => (n++ % 2 === 0 ? '' : `Answer ${n}`) });
    const voting = { k: 2, maxRetries: 1 };
    await world.run(pipeline({ plan: ['one'], voting, maxRetries: 1 }));
    const tries = triesOf(world);
    expect(tries).toHaveLength(2);
    expect(tries[0]?.error).toMatchObject({ code: 'TASK_FAILURE' });
    expect(tries[0]?.result).toMatch(/^Sample 1 \(red flag\):\n\n\nSample 2:\nAnswer 2\n\nSample 3/);
    expect(stateOf(world).totals.calls).toBe(world.models.requests.length);
    expect(tries.map(({ data }) => data.calls)).toEqual([
      world.models.requests.length / 2,
      world.models.requests.length / 2,
    ]);
  });

  it('keeps its long texts only among the newest hundred of a pipeline', async () => {
    const long = 'long '.repeat(500);
    const blobs = createMemoryBlobs();
    const answer = (request: ModelRequest) => (tryOf(request) === 1 ? `${long}${stepOf(request)}` : '1');
    const world = createWorld({ answer, blobs });
    const task = { plan: { repeat: 120, step: 'add {i}' }, outputSchema: { type: 'integer' }, maxRetries: 1 };
    await world.run(pipeline({ ...task, stateTemplate: '{i}', errorHandling: { onError: 'fail', backoff: 'none' } }));
    const tries = triesOf(world);
    expect(tries).toHaveLength(120);
    const isKept = async (ref = '') => (await blobs.size('run1', ref)) !== undefined;
    const kept = await Promise.all(
      tries.map(async ({ ref, data }) => [await isKept(ref), await isKept(data.prompt?.ref)]),
    );
    expect(kept).toEqual(tries.map((_try, index) => [index >= 20, index >= 20]));
    expect(tries[0]?.result?.length).toBeGreaterThan(1000);
  });
});

describe('a run that is resumed amid the tries of a step', () => {
  it('makes none of them again, wherever it was interrupted', async () => {
    for (const failing of [2, 9]) {
      const { task, answer } = counting(failing);
      const plan = pipeline(task);
      const whole = createWorld({ answer });
      await whole.run(plan);
      const { events } = whole.log;
      const ended = events.findIndex(({ kind }) => kind === 'task.completed' || kind === 'task.failed');
      for (let cut = 2; cut <= ended; cut++) {
        const log = events.slice(0, cut);
        const world = createWorld({ answer, log, blobs: whole.deps.blobs });
        await world.run(plan);
        const made = log.filter(({ kind }) => kind === 'model.replied' || kind === 'iteration.logged').length;
        expect(world.models.requests).toHaveLength(whole.models.requests.length - made);
        expect(stateOf(world).totals).toEqual(stateOf(whole).totals);
        const end = world.log.events.find(({ kind }) => kind === 'task.completed' || kind === 'task.failed');
        const { usage } = (events[ended] as EventOf<'task.failed'>).data;
        expect(end?.data).toMatchObject({ usage });
        expect(end?.error).toEqual(events[ended]?.error);
      }
    }
  });

  it('finds them in a snapshot', async () => {
    const { task, answer } = counting(9);
    const plan = pipeline(task);
    const world = createWorld({ answer });
    await world.run(plan);
    const options = { planHash: plan.hash };
    const fold = new RunHistoryFold(options);
    for (const event of world.log.events.slice(0, triesOf(world)[1]?.seq)) fold.apply(event);
    const read = RunHistoryFold.fromJson(fold.toJson(), options);
    expect([...(read?.history().failedTries ?? [])]).toMatchObject([
      ['task/p/attempt/1', { i: 1, count: 2, last: { code: 'INVALID_OUTPUT' }, usage: { inputTokens: 20 } }],
    ]);
  });
});

describe('a fork amid the tries of a step', () => {
  const sourceOf = (earlier: World) => ({
    executionId: 'earlier',
    find: (query: EventQuery) => earlier.log.find('run1', query),
    blob: (ref: string) => earlier.deps.blobs.get('run1', ref),
  });
  const fork = async (earlier: World, upTo: number, answer: (request: ModelRequest) => Scripted, plan: Plan) => {
    const world = createWorld({ answer });
    await world.run(plan, await openForFork(sourceOf(earlier), upTo));
    return world;
  };

  it('makes none of them again, and pays for none, as does a fork of it', async () => {
    const { task, answer } = counting(2);
    const plan = pipeline(task);
    const whole = createWorld({ answer });
    await whole.run(plan);
    for (const upTo of triesOf(whole).map(({ seq }) => seq)) {
      const made = whole.log.events
        .slice(0, upTo)
        .filter(({ kind }) => /^(model.replied|iteration.logged)$/.test(kind));
      const first = await fork(whole, upTo, answer, plan);
      expect(first.models.requests).toHaveLength(whole.models.requests.length - made.length);
      expect(stateOf(first).totals.calls).toBe(first.models.requests.length);
      expect(stateOf(first).takenOver.calls).toBe(made.length);
      expect(triesOf(first).map(({ data }) => data.n)).toEqual([1, 2]);
      expect(triesOf(first)[0]).toMatchObject({ taken: { run: 'earlier' }, data: { ordinal: 1 } });
      const second = await fork(first, triesOf(first)[1]?.seq ?? 0, answer, plan);
      expect(second.models.requests).toHaveLength(whole.models.requests.length - 3);
    }
  });

  it('makes none of them again when it is resumed, wherever it was interrupted', async () => {
    const { task, answer } = counting(2);
    const plan = pipeline(task);
    const whole = createWorld({ answer });
    await whole.run(plan);
    const upTo = triesOf(whole)[1]?.seq ?? 0;
    const first = await fork(whole, upTo, answer, plan);
    for (let cut = 1; cut < first.log.events.length; cut++) {
      const log = first.log.events.slice(0, cut);
      const again = createWorld({ answer, log, blobs: first.deps.blobs });
      await again.run(plan, await openForFork(sourceOf(whole), upTo));
      const made = log.filter(({ kind, taken }) => kind === 'model.replied' && taken === undefined).length;
      expect(again.models.requests, `cut after event ${cut}`).toHaveLength(first.models.requests.length - made);
    }
  });

  it('makes them again where the step asks something else, or where the pipeline had failed with them', async () => {
    const { task, answer } = counting(2);
    const whole = createWorld({ answer });
    await whole.run(pipeline(task));
    const changed = pipeline({ ...task, plan: { repeat: 3, step: 'add one' } });
    const asked = await fork(whole, triesOf(whole)[1]?.seq ?? 0, answer, changed);
    expect(asked.models.requests).toHaveLength(whole.models.requests.length);
    const failing = counting(9);
    const failed = createWorld({ answer: failing.answer });
    await failed.run(pipeline(failing.task));
    const again = await fork(failed, failed.log.events.length, answer, pipeline(task));
    expect(triesOf(again).filter(({ taken }) => taken !== undefined)).toEqual([]);
    expect(stateOf(again).status).toBe('completed');
  });
});

describe('an empty reply to a step', () => {
  it('is a failed try, and no state', async () => {
    const answer = (request: ModelRequest) => (stepOf(request) === 1 && tryOf(request) === 1 ? ' \n' : 'x');
    const world = createWorld({ answer });
    await world.run(pipeline({ plan: ['one', 'two', 'three'], maxRetries: 1 }));
    expect(triesOf(world)[0]?.error).toMatchObject({
      code: 'INVALID_OUTPUT',
      message: 'The output is not what was asked for. The reply is empty.',
    });
    expect(world.models.requests.map(stepOf)).toEqual([0, 1, 1, 2]);
    expect(eventsOf(world, 'task.completed')[0]?.result).toBe('x');

    const never = createWorld({ answer: () => '' });
    await never.run(pipeline({ plan: ['one'], maxRetries: 1 }));
    expect(eventsOf(never, 'task.failed')[0]?.error?.message).toContain('failed at step 0/1: ');
  });
});
