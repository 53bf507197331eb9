import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { openForFork } from '../log/recording';
import type { ModelRequest } from '../ports/model-client';
import { kinds, promptOf } from '../testing/nested.testing';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

const pipeline = (fields: object) =>
  planOf({ p: { type: 'pipeline', plan: ['one', 'two'], maxRetries: 0, ...fields } });
const chain = { model: 'sim:echo', fallbackModels: ['sim:other'] };
const failureOf = ({ log }: World) => kinds(log.events, 'task.failed')[0]?.error;
const repliesOf = ({ log }: World) =>
  log.events.flatMap((event) => (event.kind === 'model.replied' ? [{ ...event, ...event.data }] : []));

describe('the worker of a pipeline', () => {
  it('asks each step by itself, with all that its task says, and says in the log what it asked', async () => {
    const world = createWorld({ facts: () => ({ efforts: ['low', 'high'], maxOutput: 900 }) });
    const task = { system: 'Be brief.', stateTemplate: '{state}>{step}', reasoningEffort: 'high', state: 'first' };
    await world.run(pipeline({ ...task, options: { temperature: 0.5 } }));
    expect(world.models.requests).toMatchObject(
      [0, 1].map((i) => ({
        reasoningEffort: 'high',
        options: { temperature: 0.5 },
        maxOutputTokens: 900,
        idempotencyKey: `run1/task/p/attempt/1/step/${i}/turn/1`,
        caching: { start: true, turns: false },
        messages: [
          { role: 'system', content: expect.stringContaining('Be brief.') },
          { role: 'user', content: i === 0 ? 'first>one' : 'ok>two' },
        ],
      })),
    );
    for (const request of world.models.requests) expect(request).not.toHaveProperty('outputSchema');
    expect(repliesOf(world)).toMatchObject([
      { task: 'first>one', model: 'sim:echo', provider: 'sim', finishReason: 'stop', durationMs: 10 },
      { task: 'ok>two', result: 'ok' },
    ]);
    expect(repliesOf(world)[0]).not.toHaveProperty('insteadOf');

    const plain = createWorld({ answer: () => '7' });
    await plain.run(pipeline({ outputSchema: { type: 'integer' }, state: 0 }));
    expect(plain.models.requests[0]).not.toHaveProperty('reasoningEffort');
    expect(plain.models.requests[0]?.outputSchema).toEqual({ type: 'integer' });
  });

  it('takes no reply that was cut off, held back, empty, or not what was asked for', async () => {
    const schema = { outputSchema: { type: 'integer' } };
    for (const [reply, fields, error] of [
      [{ content: '1', finishReason: 'length' }, {}, { code: 'RESOURCE_EXHAUSTION' }],
      [{ content: '1', finishReason: 'content_filter' }, {}, { details: { kind: 'content_filter' } }],
      [' ', {}, { code: 'INVALID_OUTPUT' }],
      ['text', schema, { code: 'INVALID_OUTPUT' }],
      ['1', { validate: 'output != state' }, { code: 'INVALID_OUTPUT' }],
    ] as const) {
      const world = createWorld({ answer: (): Scripted => reply });
      await world.run(pipeline({ state: '1', ...fields }));
      expect(failureOf(world), JSON.stringify(reply)).toMatchObject(error);
    }
    const fine = createWorld({ answer: () => '2' });
    expect(await fine.run(pipeline({ plan: ['one'], state: '1', validate: 'state != output && step != ""' }))).toBe(
      'completed',
    );
  });

  it('fails before it asks where a name has no value, or the question fits no window', async () => {
    for (const voting of [undefined, { k: 2 }]) {
      const small = createWorld({ windowTokens: 300, facts: () => ({ window: 300, maxOutput: 50 }) });
      await small.run(pipeline({ state: 'long '.repeat(400), ...(voting && { voting }) }));
      expect(failureOf(small)).toMatchObject({ code: 'RESOURCE_EXHAUSTION' });
      expect(small.models.requests).toEqual([]);
    }
    const named = createWorld();
    await named.run(pipeline({ system: 'Mind {{given.name}}.', inputs: { given: {} } }));
    expect(failureOf(named)?.details).toMatchObject({ reason: 'missing_input', name: 'given.name' });
    expect(named.models.requests).toEqual([]);
  });

  it('streams what its model says, but no samples of a vote', async () => {
    const one = createWorld({ answer: (request) => promptOf(request).slice(-3) });
    await one.run(pipeline({ stateTemplate: '{step}' }));
    expect(one.deltas.map(({ path, text }) => [path, text])).toEqual([
      ['task/p/attempt/1/step/0/turn/1', 'one'],
      ['task/p/attempt/1/step/1/turn/1', 'two'],
    ]);
    const vote = createWorld();
    await vote.run(pipeline({ voting: { k: 1 } }));
    expect(vote.deltas).toEqual([]);
  });

  it('works in a slot, and samples in one each', async () => {
    for (const [voting, peak] of [
      [undefined, 1],
      [{ k: 2 }, 2],
    ] as const) {
      const fields = { type: 'pipeline', plan: ['one', 'two'], ...(voting && { voting }) };
      const world = createWorld();
      await world.run(planOf({ p: fields, q: fields, r: fields }, { maxConcurrency: peak }));
      expect(world.models.peak()).toBe(peak);
    }
  });

  it('stays with a fallback that answered, which is asked only what fits its window', async () => {
    const fields = { ...chain, stateTemplate: '{state}{step}', state: 'long '.repeat(100) };
    const answer = ({ model }: ModelRequest) => (model.model === 'echo' ? providerError('network') : 'ok');
    const other = { window: 2000, maxOutput: 50 };
    const world = createWorld({ answer, facts: ({ model }) => (model === 'echo' ? {} : other) });
    expect(await world.run(pipeline(fields))).toBe('completed');
    expect(world.models.requests.map(({ model }) => model.model)).toEqual(['echo', 'other', 'other']);
    expect(world.models.requests.map(({ maxOutputTokens }) => maxOutputTokens).slice(1)).toEqual([50, 50]);
    expect(repliesOf(world)).toMatchObject(
      [0, 1].map(() => ({ model: 'sim:other', provider: 'sim', insteadOf: 'sim:echo' })),
    );

    const small = createWorld({ answer, facts: ({ model }) => (model === 'echo' ? {} : { ...other, window: 150 }) });
    await small.run(pipeline(fields));
    expect(failureOf(small)).toMatchObject({ code: 'RESOURCE_EXHAUSTION' });
    expect(small.models.requests.map(({ model }) => model.model)).toEqual(['echo']);
  });

  it('is asked nothing that the run it is forked from has an answer to, which counts as used', async () => {
    for (const fields of [{}, { voting: { k: 2 } }]) {
      const first = createWorld();
      await first.run(pipeline(fields));
      const find = (query: Parameters<typeof first.log.find>[1]) => first.log.find('run0', query);
      const source = { executionId: 'run0', find, blob: async () => undefined };
      const again = createWorld();
      await again.run(pipeline(fields), await openForFork(source, first.log.events.length));
      expect(again.models.requests).toEqual([]);
      const usage = ({ log }: World) =>
        log.events.flatMap((event) => (event.kind === 'task.completed' ? [event.data.usage] : []));
      expect(usage(again)).toEqual(usage(first));
    }
  });

  it('goes to a fallback with what its model refuses to say, where that is allowed', async () => {
    const answer = ({ model }: ModelRequest): Scripted =>
      model.model === 'echo' ? { content: '', finishReason: 'content_filter' } : 'ok';
    const world = createWorld({ answer });
    expect(await world.run(pipeline({ ...chain, fallbackOnRefusal: true }))).toBe('completed');
    expect(world.models.requests.map(({ model }) => model.model)).toEqual(['echo', 'other', 'other']);
  });
});

describe('a failed try of a step', () => {
  it('is followed by the next after the wait of the policy, by chance a little longer or shorter', async () => {
    const at: number[] = [];
    const world = createWorld({
      answer: () => {
        at.push(world.clock.now());
        return at.length < 3 ? 'bad' : '1';
      },
    });
    Object.assign(world.deps, { random: () => 1 });
    await world.run(pipeline({ plan: ['one'], maxRetries: 2, outputSchema: { type: 'integer' } }));
    // A call takes 10 ms; the waits of one and two seconds are a fifth longer.
    expect(at.map((time) => time - (at[0] ?? 0))).toEqual([0, 1210, 3620]);
  });

  it('is logged before the next begins', async () => {
    const seen: number[] = [];
    const world = createWorld({
      answer: () => {
        seen.push(kinds(world.log.events, 'iteration.logged').length);
        return seen.length < 3 ? 'bad' : '1';
      },
    });
    const fields = { plan: ['one'], maxRetries: 2, outputSchema: { type: 'integer' } };
    await world.run(pipeline({ ...fields, errorHandling: { onError: 'fail', backoff: 'none' } }));
    expect(seen).toEqual([0, 1, 2]);
  });

  it('of a vote tells its samples in order, however fast they were', async () => {
    const latency = [30, 10, 20, 40];
    const world = createWorld({
      answer: ({ idempotencyKey }) => {
        const n = Number(/sample\/(\d+)/.exec(idempotencyKey)?.[1]);
        return { content: `answer ${n}`, latencyMs: latency[n - 1] ?? 50 };
      },
    });
    await world.run(pipeline({ plan: ['one'], voting: { k: 2, maxRetries: 1 } }));
    const told = kinds(world.log.events, 'iteration.logged')[0]?.result ?? '';
    const order = [...told.matchAll(/^Sample (\d+)/gm)].map(([, n]) => Number(n));
    expect(order.length).toBeGreaterThan(3);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });
});

it('the plan of a pipeline is a list of nothing but texts', async () => {
  const plan = planOf({
    steps: { description: 'Plan' },
    p: { type: 'pipeline', dependsOn: ['steps'], plan: { from: 'steps' }, stateTemplate: '{state}{step}' },
  });
  const asked = (request: ModelRequest) => request.idempotencyKey.includes('task/p/');
  for (const list of ['[1, "b"]', '["a", 2]', '"a"', '{"0": "a"}']) {
    const world = createWorld({ answer: (request) => (asked(request) ? promptOf(request) : list) });
    await world.run(plan);
    expect(failureOf(world)?.details, list).toMatchObject({ reason: 'plan', from: 'steps' });
    expect(world.models.requests.filter(asked)).toEqual([]);
  }
  const world = createWorld({ answer: (request) => (asked(request) ? promptOf(request) : '["a", "b"]') });
  expect(await world.run(plan)).toBe('completed');
  // The list is read whole, however little of it is shown.
  const long = JSON.stringify(Array.from({ length: 40 }, (_, n) => `step ${n}`));
  const cut = createWorld({ answer: (request) => (asked(request) ? 'x' : long) });
  const { tasks, ...more } = plan;
  const shown = tasks.map((task) => ({ ...task, limits: { ...task.limits, maxStdoutBytes: 60 } }));
  expect(await cut.run({ ...more, tasks: shown })).toBe('completed');
  expect(cut.models.requests.filter(asked)).toHaveLength(40);
});
