import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { EventOf, RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { EventStore } from '../ports/event-store';
import type { ModelClient, ModelRequest } from '../ports/model-client';
import { runPlan } from '../run-plan';
import { createMemoryBlobs } from '../testing/memory-stores.testing';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

const pipeline = (fields: object, settings: object = {}) => planOf({ p: { type: 'pipeline', ...fields } }, settings);
const said = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';
/** Number of the step that a request belongs to, from 0. */
const stepOf = ({ idempotencyKey }: ModelRequest) => Number(/\/step\/(\d+)\//.exec(idempotencyKey)?.[1]);
const sampleOf = ({ idempotencyKey }: ModelRequest) => Number(/\/sample\/(\d+)\//.exec(idempotencyKey)?.[1]);

const eventsOf = <K extends RunEvent['kind']>({ log }: World, kind: K) =>
  log.events.filter((event): event is EventOf<K> => event.kind === kind);
const resultOf = (world: World) => eventsOf(world, 'task.completed').find(({ path }) => path === 'task/p');
const failureOf = (world: World) => eventsOf(world, 'task.failed')[0];

/** A worker that adds one to the number in the prompt. */
const adding = (request: ModelRequest): Scripted => String(Number(/\d+/.exec(said(request))?.[0]) + 1);

describe('a pipeline', () => {
  it('turns the state of a step into that of the next', async () => {
    const world = createWorld({ answer: (request) => `${said(request)}!` });
    await world.run(
      pipeline({
        plan: ['one {{inputs_are}}', '{state} two'],
        inputs: { inputs_are: 'given', first: '{step}' },
        state: '{{first}}',
        stateTemplate: '{i}/{total} {state} ({step}) {{inputs_are}} {other}',
      }),
    );
    const first = '0/2 {step} (one given) given {other}';
    expect(world.models.requests.map(said)).toEqual([first, `1/2 ${first}! ({state} two) given {other}`]);
    expect(resultOf(world)?.result).toBe(`1/2 ${first}! ({state} two) given {other}!`);
  });

  it('repeats a step that names its own number', async () => {
    const world = createWorld({ answer: said });
    const plan = { repeat: 2, step: 'move {i} of {total}, {{with}} {state}' };
    await world.run(pipeline({ plan, inputs: { with: '{i}' }, state: '', stateTemplate: '{state}{step};' }));
    expect(resultOf(world)?.result).toBe('move 0 of 2, {i} {state};move 1 of 2, {i} {state};');
  });

  it('asks by a prompt of its own, under the system text of its agent, for what its schema says', async () => {
    const agents = { worker: { model: 'sim:small', system: 'Be exact.', options: { temperature: 0.3 } } };
    const task = { agent: 'worker', system: 'Count.', plan: ['add'], state: 1, outputSchema: { type: 'integer' } };
    const world = createWorld({ answer: adding });
    await world.run(pipeline(task, { agents }));
    const [request] = world.models.requests;
    expect(request).toMatchObject({ model: { model: 'small' }, options: { temperature: 0.3 } });
    expect(request?.messages[0]).toMatchObject({
      role: 'system',
      content: 'Be exact.\n\n<task_instructions>\nCount.\n</task_instructions>',
    });
    expect(said(request as ModelRequest)).toMatch(
      /^Previous state: 1\n\nTask: add\n\nReturn only the new state\.\n\nReply with nothing but JSON/,
    );
    expect(resultOf(world)?.result).toBe('2');
  });

  it('writes one event a step, and says at its end how many there were', async () => {
    const world = createWorld({ answer: adding });
    await world.run(pipeline({ plan: { repeat: 3, step: 'add' }, state: 0, pipelineId: 'count' }));
    expect(world.log.events.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'run.started ',
      'task.started task/p',
      'model.replied task/p/attempt/1/step/0/turn/1',
      'model.replied task/p/attempt/1/step/1/turn/1',
      'model.replied task/p/attempt/1/step/2/turn/1',
      'pipeline.progress task/p/attempt/1',
      'task.completed task/p',
      'run.completed ',
    ]);
    expect(resultOf(world)).toMatchObject({
      result: '3',
      data: {
        notes: { message: 'Pipeline count completed: 3/3 steps. Final state: 3' },
        usage: { inputTokens: 30, outputTokens: 15 },
      },
    });
    expect(reduceRun(emptyRun, world.log.events).totals).toMatchObject({ calls: 3, inputTokens: 30 });
  });

  it('takes its steps from the list that another task gave', async () => {
    const world = createWorld({
      answer: (request) => (Number.isNaN(stepOf(request)) ? '["a", "{i}"]' : said(request)),
    });
    const planned = {
      plan: { description: 'Plan' },
      p: { type: 'pipeline', dependsOn: ['plan'], plan: { from: 'plan' }, stateTemplate: '{state}{step}' },
    };
    await world.run(planOf(planned));
    expect(resultOf(world)?.result).toBe('a{i}');
  });

  it('says so if what another task gave is not a list of texts', async () => {
    const world = createWorld({ answer: () => '[1, 2]' });
    await world.run(
      planOf({ plan: { description: 'Plan' }, p: { type: 'pipeline', dependsOn: ['plan'], plan: { from: 'plan' } } }),
    );
    expect(failureOf(world)?.error).toMatchObject({
      code: 'TASK_FAILURE',
      message: 'The plan of “plan” is not a list of texts.',
    });
  });

  it('without steps is its first state', async () => {
    const world = createWorld();
    await world.run(pipeline({ plan: [], state: { n: 1 } }));
    expect(resultOf(world)?.result).toBe('{"n":1}');
    expect(world.models.requests).toEqual([]);
  });

  it('tells how far it is once a second, and at its end', async () => {
    const world = createWorld({ answer: () => ({ content: 'x', latencyMs: 400 }) });
    await world.run(pipeline({ plan: { repeat: 8, step: 'go' } }));
    const progress = eventsOf(world, 'pipeline.progress').map(({ data }) => data);
    expect(progress).toEqual([
      { done: 3, total: 8, leftMs: 2000, rate: 2.5 },
      { done: 6, total: 8, leftMs: 800, rate: 2.5 },
      { done: 8, total: 8, leftMs: 0, rate: 2.5 },
    ]);
    expect(reduceRun(emptyRun, world.log.events).progress.get('p')).toEqual(progress.at(-1));
  });

  it('checks each state by what came before', async () => {
    const answer = (request: ModelRequest) => (stepOf(request) < 2 ? adding(request) : '1');
    const world = createWorld({ answer });
    const task = { plan: { repeat: 4, step: 'add' }, state: 0, validate: 'output == state + 1', maxRetries: 0 };
    await world.run(pipeline(task));
    expect(failureOf(world)).toMatchObject({
      result: '2',
      error: {
        code: 'INVALID_OUTPUT',
        message: expect.stringContaining('failed at step 2/4: '),
        details: { step: 2, total: 4 },
      },
      data: { notes: { partial_results: '2' } },
    });
    expect(reduceRun(emptyRun, world.log.events).tasks.get('p')).toMatchObject({ notes: { partial_results: '2' } });
  });

  it('tries a failed step again, by a call of its own', async () => {
    let bad = 0;
    const answer = (request: ModelRequest) => (stepOf(request) === 1 && bad++ < 2 ? 'bad' : adding(request));
    const world = createWorld({ answer });
    await world.run(
      pipeline({ plan: { repeat: 3, step: 'add' }, state: 0, outputSchema: { type: 'integer' }, maxRetries: 2 }),
    );
    expect(resultOf(world)).toMatchObject({ result: '3', data: { usage: { inputTokens: 50 } } });
    expect(new Set(world.models.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(5);
    const taken = eventsOf(world, 'model.replied').map(({ data }) => data);
    expect(taken[1]?.usage).toMatchObject({ inputTokens: 10 });
    expect(taken.map(({ failures }) => failures)).toEqual([
      undefined,
      {
        count: 2,
        last: expect.objectContaining({ code: 'INVALID_OUTPUT' }),
        usage: expect.objectContaining({ inputTokens: 20 }),
      },
      undefined,
    ]);
  });

  it('outlasts errors on the way to the provider, which are no retries of a step', async () => {
    let broken = 0;
    const answer = (request: ModelRequest) =>
      stepOf(request) === 1 && broken++ < 3 ? providerError('rate_limit') : adding(request);
    const world = createWorld({ answer });
    await world.run(pipeline({ plan: { repeat: 2, step: 'add' }, state: 0, maxRetries: 0 }));
    expect(resultOf(world)?.result).toBe('2');
  });

  it('fails where the way to the provider stays broken', async () => {
    const world = createWorld({ answer: (request) => (stepOf(request) === 1 ? providerError('network') : 'x') });
    await world.run(pipeline({ plan: { repeat: 2, step: 'add' } }));
    expect(failureOf(world)?.error?.message).toMatch(/^failed at step 1\/2: /);
    expect(world.models.requests).toHaveLength(1 + 4);
  });

  it('keeps to its budget', async () => {
    const world = createWorld({ answer: () => 'x' });
    await world.run(pipeline({ plan: { repeat: 9, step: 'go' }, limits: { maxTotalTokens: 4200 } }));
    expect(failureOf(world)?.error).toMatchObject({ code: 'RESOURCE_EXHAUSTION', details: { resource: 'tokens' } });
  });

  it('gives each step its own time', async () => {
    const answer = (request: ModelRequest) => ({ content: 'x', latencyMs: stepOf(request) === 5 ? 200 : 90 });
    const world = createWorld({ answer });
    await world.run(pipeline({ plan: { repeat: 9, step: 'go' }, limits: { timeoutMs: 100 }, maxRetries: 0 }));
    expect(failureOf(world)?.error).toMatchObject({ details: { reason: 'timeout', step: 5 } });
  });
});

describe('the events of a pipeline', () => {
  const traced = ({ log }: World) =>
    log.events.map(({ kind, path, pipeline: name, step }) => `${kind} ${path} ${name ?? '-'} ${step ?? '-'}`);

  it('name it from its start to its end, and the step, also when it fails', async () => {
    const world = createWorld({ answer: (request) => (stepOf(request) === 1 ? providerError('auth') : 'x') });
    const task = { plan: ['one', 'two'], pipelineId: 'hanoi-001', maxRetries: 0, errorHandling: { onError: 'retry' } };
    await world.run(planOf({ p: { type: 'pipeline', ...task }, other: { description: 'Other' } }));
    const events = traced(world);
    expect(events).toEqual(
      expect.arrayContaining([
        'task.started task/p hanoi-001 -',
        'model.replied task/p/attempt/1/step/0/turn/1 hanoi-001 0',
        'task.failed task/p hanoi-001 -',
        'task.started task/other - -',
        'run.failed  - -',
      ]),
    );
    expect(events.filter((line) => line.includes('task/other') && !line.endsWith('- -'))).toEqual([]);
  });

  it('name the task where it has no pipeline_id, and those of its inputs and of its container', async () => {
    const world = createWorld({ answer: () => 'x', script: () => ({ stdout: 'first' }) });
    const input = { id: 'first', type: 'script', script: { content: 'echo first' } };
    const p = { id: 'p', type: 'pipeline', plan: ['one'], inputs: { first: { task: input } }, state: '{{first}}' };
    await world.run(planOf({ s: { type: 'sequential', steps: [p] } }));
    expect(traced(world)).toEqual(
      expect.arrayContaining([
        'task.started task/s - -',
        expect.stringMatching(/^script\.exited task\/s\/.*task\/p\/.* p -$/),
        expect.stringMatching(/^model\.replied .* p 0$/),
        expect.stringMatching(/^task\.completed task\/s\/attempt\/1\/task\/p p -$/),
        'task.completed task/s - -',
      ]),
    );
  });

  it('name it after the run was resumed too', async () => {
    const plan = pipeline({ plan: { repeat: 3, step: 'add' }, state: 0, pipelineId: 'count' });
    const whole = createWorld({ answer: adding });
    await whole.run(plan);
    const log = whole.log.events.slice(0, 3);
    const world = createWorld({ answer: adding, log });
    await world.run(plan);
    expect(traced(world)).toContain('model.replied task/p/attempt/1/step/2/turn/1 count 2');
    expect(traced(world).at(-2)).toBe('task.completed task/p count -');
  });
});

describe('the steps of a pipeline that vote', () => {
  const voting = { k: 2 };

  it('are one event each, with their samples summed up in it', async () => {
    const world = createWorld({
      answer: (request) => (stepOf(request) === 1 && sampleOf(request) === 2 ? 'odd' : adding(request)),
    });
    await world.run(pipeline({ plan: { repeat: 2, step: 'add' }, state: 0, voting }));
    const decided = eventsOf(world, 'vote.decided');
    expect(decided.map(({ path, result, data }) => ({ path, result, ...data }))).toMatchObject([
      { path: 'task/p/attempt/1/step/0', result: '1', k: 2, votes: [2], samples: 2, usage: { inputTokens: 20 } },
      { path: 'task/p/attempt/1/step/1', result: '2', votes: [3, 1], samples: 4, usage: { inputTokens: 40 } },
    ]);
    expect(eventsOf(world, 'model.replied')).toEqual([]);
    expect(resultOf(world)).toMatchObject({ result: '2', data: { usage: { inputTokens: 60 } } });
    expect(reduceRun(emptyRun, world.log.events).totals).toMatchObject({ calls: 6, inputTokens: 60 });
    expect(world.models.requests.map(({ options }) => options.temperature)).toEqual([0, 0.1, 0, 0.1, 0.1, 0.1]);
  });

  it('fail the pipeline when they cannot agree', async () => {
    let n = 0;
    const world = createWorld({ answer: () => String(n++) });
    await world.run(pipeline({ plan: ['a'], voting: { k: 2, maxRetries: 1 }, maxRetries: 0 }));
    expect(failureOf(world)?.error).toMatchObject({
      message: expect.stringContaining('failed at step 0/1: No consensus'),
      details: { reason: 'no_consensus', samples: 6 },
    });
  });
});

describe('a pipeline that was interrupted', () => {
  it.each([
    ['asks for no recorded step again', {}],
    ['asks for no decided step again', { voting: { k: 2 } }],
  ])('%s, and ends as if nothing had happened', async (_what, fields) => {
    const long = 'long '.repeat(1000);
    const answer = (request: ModelRequest) => `${long}${Number(/(\d+)$/.exec(said(request))?.[1] ?? 0) + 1}`;
    const plan = pipeline({ plan: { repeat: 4, step: 'add' }, state: '0', stateTemplate: '{state}', ...fields });
    // The blobs keep everything ever stored, because the test cuts the log back to earlier events.
    const blobs = { ...createMemoryBlobs(), remove: async () => {} };
    const whole = createWorld({ answer, blobs });
    await whole.run(plan);
    const { events } = whole.log;
    for (let cut = 0; cut < events.length; cut++) {
      const log = events.slice(0, cut);
      const world = createWorld({ answer, blobs, log });
      await world.run(plan);
      const done = log.filter(({ kind }) => kind === 'model.replied' || kind === 'vote.decided').length;
      expect(world.models.requests.filter((request) => stepOf(request) < done)).toEqual([]);
      expect(resultOf(world)).toMatchObject({
        ref: resultOf(whole)?.ref,
        data: { usage: resultOf(whole)?.data.usage, notes: resultOf(whole)?.data.notes },
      });
    }
  });

  it('is cancelled between its steps, and paused', async () => {
    const plan = pipeline({ plan: { repeat: 100, step: 'add' }, state: 0 });
    const cancelling = createWorld({
      answer: (request) => {
        if (stepOf(request) === 3) cancelling.stop.abort();
        return adding(request);
      },
    });
    expect(await cancelling.run(plan)).toBe('cancelled');
    expect(eventsOf(cancelling, 'model.replied')).toHaveLength(3);

    const pausing = createWorld({
      answer: (request) => {
        if (stepOf(request) === 3) pausing.pause.abort();
        return adding(request);
      },
    });
    expect(await pausing.run(plan)).toBe('waiting');
    const resumed = createWorld({ answer: adding, log: pausing.log.events });
    expect(await resumed.run(plan)).toBe('completed');
    expect(resumed.models.requests.map(stepOf)[0]).toBe(3);
    expect(resultOf(resumed)?.result).toBe('100');
  });
});

describe('a pipeline that is attempted again', () => {
  const task = {
    plan: { repeat: 5, step: 'add' },
    state: 0,
    outputSchema: { type: 'integer' },
    maxRetries: 0,
    errorHandling: { onError: 'retry', backoff: 'linear' },
  };
  const failingOnce = () => {
    let failed = false;
    return (request: ModelRequest) => {
      if (failed || stepOf(request) !== 3) return adding(request);
      failed = true;
      return 'bad';
    };
  };

  it('goes on at the step that failed', async () => {
    const world = createWorld({ answer: failingOnce() });
    await world.run(pipeline(task));
    expect(world.models.requests.map(stepOf)).toEqual([0, 1, 2, 3, 3, 4]);
    expect(resultOf(world)).toMatchObject({ result: '5', data: { attempts: 2, usage: { inputTokens: 60 } } });
  });

  it('goes on there after a reload too, wherever it was interrupted', async () => {
    const whole = createWorld({ answer: failingOnce() });
    await whole.run(pipeline(task));
    const { events } = whole.log;
    const retried = events.findIndex(({ kind }) => kind === 'task.retrying');
    const ended = events.findIndex(({ kind }) => kind === 'task.completed');
    for (let cut = retried + 1; cut <= ended; cut++) {
      const log = events.slice(0, cut);
      const world = createWorld({ answer: adding, log });
      await world.run(pipeline(task));
      const done = log.filter(({ kind }) => kind === 'model.replied').length;
      expect(world.models.requests.map(stepOf)[0] ?? 5).toBe(done);
      expect(resultOf(world)).toMatchObject({ result: '5', data: { usage: { inputTokens: 60 } } });
    }
  });
});

describe('a long pipeline', () => {
  it('keeps whole, of states that are too long for an event, the latest and every 1,000th', async () => {
    const blobs = createMemoryBlobs();
    const long = (n: number) => `${'long '.repeat(500)}${n}`;
    const world = createWorld({ answer: (request) => long(stepOf(request)), blobs });
    await world.run(pipeline({ plan: { repeat: 2003, step: 'go' }, limits: { timeoutMs: 0 } }));
    expect([...blobs.texts.values()]).toEqual([long(0), long(1000), long(2000), long(2002)]);
  });

  it('keeps a long text that another task gave, though it was a state', async () => {
    const blobs = createMemoryBlobs();
    const long = 'long '.repeat(500);
    const answer = (request: ModelRequest) =>
      [0, 2, 3, 4].includes(stepOf(request)) ? `${long}${stepOf(request)}` : long;
    const world = createWorld({ answer, blobs });
    const fields = { type: 'pipeline', dependsOn: ['a'], state: { from: 'a' }, plan: { repeat: 5, step: 'go' } };
    const plan = planOf({ a: {}, p: fields });
    await world.run(plan);
    expect([...blobs.texts.values()]).toEqual(expect.arrayContaining([long, `${long}4`]));

    const { events } = world.log;
    const log = events.slice(0, events.findIndex(({ kind }) => kind === 'task.completed') + 1);
    await createWorld({ answer, blobs, log }).run(plan);
    expect([...blobs.texts.values()]).toContain(long);
  });

  it('holds nothing of the steps that are done', async () => {
    const steps = 1000;
    const sent: WeakRef<object>[] = [];
    let held = steps;
    const { deps } = createWorld();
    const models: ModelClient = {
      keyState: () => 'ready',
      whenReady: async () => {},
      async generate(request, { signal }) {
        const isLast = stepOf(request) === steps - 1;
        // The engine releases weakly referenced objects only between tasks of the event loop.
        if (isLast) await new Promise((resolve) => setImmediate(resolve));
        if (isLast) {
          collectGarbage();
          held = sent.filter((each) => each.deref() !== undefined).length;
        }
        sent.push(new WeakRef(request), new WeakRef(request.messages), new WeakRef(signal));
        return {
          content: String(stepOf(request)),
          finishReason: 'stop',
          inputTokens: 1,
          outputTokens: 1,
          cachedTokens: 0,
        };
      },
    };
    const nowhere: EventStore = {
      append: async () => {},
      read: async () => [],
      find: async () => ({ events: [], next: null }),
      cut: async () => 0,
    };
    const status = await runPlan({
      executionId: 'run1',
      workflowId: 'flow1',
      plan: pipeline({ plan: { repeat: steps, step: 'go' }, limits: { timeoutMs: 0 } }),
      deps: { ...deps, models, events: nowhere },
      signal: new AbortController().signal,
      onEvents: () => {},
      onDelta: () => {},
    });
    expect(status).toBe('completed');
    expect(held).toBeLessThan(20);
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
