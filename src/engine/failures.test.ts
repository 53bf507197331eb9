import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { ModelRequest } from './ports/model-client';
import { providerError, type Scripted } from './testing/scripted-models.testing';
import { createWorld } from './testing/world.testing';

const attemptOf = ({ idempotencyKey }: ModelRequest) => Number(/attempt\/(\d+)/.exec(idempotencyKey)?.[1]);
const failing = (times: number, error: Scripted) => (request: ModelRequest) =>
  attemptOf(request) <= times ? error : 'ok';
const retriesOf = (world: ReturnType<typeof createWorld>) =>
  world.log.events.flatMap((event) => (event.kind === 'task.retrying' ? [event] : []));
const taskOf = (world: ReturnType<typeof createWorld>, id = 'a') => reduceRun(emptyRun, world.log.events).tasks.get(id);
const retry = { errorHandling: { onError: 'retry' } };

describe('retrying', () => {
  it('waits 1, 2, 4 seconds between up to four attempts', async () => {
    const world = createWorld({ script: () => ({ exitCode: 1, stderr: 'no such file\n' }) });
    const plan = planOf({ a: { type: 'script', script: { content: 'x' }, ...retry } });
    expect(await world.run(plan)).toBe('failed');
    expect(retriesOf(world).map(({ data }) => data)).toEqual([
      { attempt: 2, delayMs: 1000, transport: false, usage: null },
      { attempt: 3, delayMs: 2000, transport: false, usage: null },
      { attempt: 4, delayMs: 4000, transport: false, usage: null },
    ]);
    expect(taskOf(world)).toMatchObject({
      attempts: 4,
      error: { code: 'TASK_FAILURE', message: 'The script ended with code 1: no such file' },
    });
  });

  it('waits 1, 2, 3 seconds under linear, with the jitter that was drawn, which is recorded', async () => {
    const world = createWorld({ script: () => ({ exitCode: 1 }) });
    const deps = { ...world.deps, random: () => 0 };
    Object.assign(world.deps, deps);
    const errorHandling = { onError: 'retry', backoff: 'linear', maxRetries: 3, onMaxRetries: 'skip' };
    expect(await world.run(planOf({ a: { type: 'script', script: { content: 'x' }, errorHandling } }))).toBe(
      'completed',
    );
    expect(retriesOf(world).map(({ data }) => data.delayMs)).toEqual([800, 1600, 2400]);
    expect(world.log.events.filter(({ kind }) => kind === 'effect.recorded').map(({ path }) => path)).toEqual([
      'task/a/wait/1',
      'task/a/wait/2',
      'task/a/wait/3',
    ]);
    expect(taskOf(world)).toMatchObject({ status: 'skipped', reason: 'on_error' });
  });

  it('lets retry-after win over the backoff', async () => {
    const world = createWorld({ answer: failing(1, providerError('rate_limit', { retryAfterMs: 7000 })) });
    expect(await world.run(planOf({ a: retry }))).toBe('completed');
    expect(retriesOf(world)[0]?.data).toMatchObject({ attempt: 2, delayMs: 7000, transport: true });
    expect(taskOf(world)).toMatchObject({ status: 'ok', data: { attempts: 2 } });
  });

  it.each(['rate_limit', 'overloaded', 'network', 'cut_off'] as const)(
    'helps against %s even without on_error',
    async (kind) => {
      const world = createWorld({ answer: failing(2, providerError(kind)) });
      expect(await world.run(planOf({ a: {} }))).toBe('completed');
      expect(world.models.requests).toHaveLength(3);
    },
  );

  it.each(['auth', 'bad_request', 'cors'] as const)('is not tried against %s', async (kind) => {
    const world = createWorld({ answer: failing(9, providerError(kind)) });
    expect(await world.run(planOf({ a: retry }))).toBe('failed');
    expect(world.models.requests).toHaveLength(1);
  });

  it('is not tried against a fault of the way that will not pass, such as an account without credit', async () => {
    const spent = new AppError('PROVIDER_ERROR', 'No credit left.', { details: { kind: 'rate_limit' } });
    const world = createWorld({ answer: failing(9, spent) });
    expect(await world.run(planOf({ a: retry }))).toBe('failed');
    expect(world.models.requests).toHaveLength(1);
  });

  it('is not tried for a reply that was cut off', async () => {
    const world = createWorld({ answer: () => ({ content: 'half', finishReason: 'length', outputTokens: 9 }) });
    await world.run(planOf({ a: { ...retry, limits: { maxOutputTokens: 9 } } }));
    expect(world.models.requests).toHaveLength(1);
    expect(taskOf(world)).toMatchObject({
      error: { code: 'RESOURCE_EXHAUSTION', details: { resource: 'output', used: 9, limit: 9 } },
      usage: { outputTokens: 9 },
    });
  });

  it('counts errors of the way apart from those of the task', async () => {
    const answers = [providerError('network'), 'no', 'no', providerError('network'), '1', '1'];
    const world = createWorld({ answer: () => answers.shift() ?? 'ok' });
    const errorHandling = { onError: 'retry', maxRetries: 2, backoff: 'none' };
    const plan = planOf({ a: { outputSchema: { type: 'number' }, errorHandling } });
    expect(await world.run(plan)).toBe('completed');
    expect(retriesOf(world).map(({ data }) => data.transport)).toEqual([true, false, true]);
  });

  it('sums up the tokens of all attempts', async () => {
    const world = createWorld({ answer: (request) => (attemptOf(request) === 1 ? 'no' : '1') });
    await world.run(planOf({ a: { outputSchema: { type: 'number' }, errorHandling: { onError: 'retry' } } }));
    expect(taskOf(world)).toMatchObject({
      data: { usage: { inputTokens: 30, outputTokens: 15, costUsd: expect.closeTo(60e-6) } },
    });
  });
});

describe('a task that takes too long', () => {
  it('is stopped at timeout_ms, which leaves the slot to others', async () => {
    const world = createWorld({ answer: () => ({ content: 'x', latencyMs: 5000 }) });
    const plan = planOf({ a: { limits: { timeoutMs: 1000 } }, b: {} }, { maxConcurrency: 1 });
    expect(await world.run(plan)).toBe('failed');
    expect(taskOf(world)).toMatchObject({
      error: { code: 'TASK_FAILURE', details: { reason: 'timeout', timeoutMs: 1000 } },
    });
    expect(taskOf(world, 'b')?.status).toBe('ok');
  });

  it('has the time for the conversation, not for each turn', async () => {
    const world = createWorld({ answer: () => ({ content: 'no number', latencyMs: 700 }) });
    await world.run(planOf({ a: { limits: { timeoutMs: 1000 }, outputSchema: { type: 'number' } } }));
    expect(world.models.requests).toHaveLength(2);
    expect(taskOf(world)).toMatchObject({ error: { details: { reason: 'timeout' } } });
  });

  it('is not charged for waiting for a slot', async () => {
    const world = createWorld({ answer: () => ({ content: 'x', latencyMs: 900 }) });
    const tasks = { a: {}, b: {}, c: {} };
    expect(await world.run(planOf(tasks, { maxConcurrency: 1, limits: { timeoutMs: 1000 } }))).toBe('completed');
  });
});

describe('a reply that breaks its schema or rule', () => {
  const schema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };

  it('is answered once with what is wrong, in the same conversation', async () => {
    const world = createWorld({
      answer: ({ messages }) => (messages.length > 1 ? '```json\n{"title": "T"}\n```' : '{"titel": 1}'),
    });
    const plan = planOf({
      a: { outputSchema: schema },
      b: { description: '{{a.output.title}}', dependsOn: ['a'], injectContext: false },
    });
    expect(await world.run(plan)).toBe('completed');
    const [, repair, after] = world.models.requests;
    expect(repair?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(repair?.messages[1]?.content).toBe('{"titel": 1}');
    expect(repair?.messages[2]?.content).toContain('title');
    expect(after?.messages[0]?.content).toBe('T');
  });

  it('is INVALID_OUTPUT after that', async () => {
    const world = createWorld({ answer: () => 'prose' });
    expect(await world.run(planOf({ a: { outputSchema: schema } }))).toBe('failed');
    expect(world.models.requests).toHaveLength(2);
    expect(taskOf(world)).toMatchObject({
      error: {
        code: 'INVALID_OUTPUT',
        details: { violations: [expect.stringMatching(/^The reply is not JSON: line 1, character 1: /)] },
      },
    });
  });

  it('is judged by validate too', async () => {
    const world = createWorld({ answer: ({ messages }) => (messages.length > 1 ? 'a longer text' : 'short') });
    expect(await world.run(planOf({ a: { validate: 'size(content) > 8 && status == "COMPLETE"' } }))).toBe('completed');
    expect(world.models.requests).toHaveLength(2);
  });

  it('cannot be repaired by a script', async () => {
    const world = createWorld({ script: () => ({ stdout: 'prose' }) });
    await world.run(planOf({ a: { type: 'script', script: { content: 'x' }, outputSchema: schema } }));
    expect(world.scripts).toHaveLength(1);
    expect(taskOf(world)).toMatchObject({ error: { code: 'INVALID_OUTPUT' } });
  });
});

describe('a key that is needed', () => {
  const later = (ms: number, world: ReturnType<typeof createWorld>, act: () => void) =>
    void world.clock.sleep(ms, new AbortController().signal).then(act);
  const pauses = (world: ReturnType<typeof createWorld>) =>
    world.log.events.flatMap((event) =>
      event.kind === 'run.paused' ? [`paused ${event.data.provider}`] : event.kind === 'run.resumed' ? ['resumed'] : [],
    );

  it('is waited for by the tasks that need it, while others go on', async () => {
    const world = createWorld();
    world.models.lock('openai');
    const keyed = { model: 'openai:gpt-4o' };
    const plan = planOf({ a: keyed, b: keyed, c: {}, d: { dependsOn: ['c'] } }, { maxConcurrency: 1 });
    later(60_000, world, () => world.models.unlock('openai'));
    expect(await world.run(plan)).toBe('completed');
    expect(pauses(world)).toEqual(['paused openai', 'resumed']);
    expect(world.models.requests.map(({ model }) => model.provider)).toEqual(['sim', 'sim', 'openai', 'openai']);
  });

  it('is named anew when another one is missing', async () => {
    const world = createWorld();
    world.models.lock('openai');
    world.models.lock('anthropic');
    later(1000, world, () => world.models.unlock('openai'));
    later(2000, world, () => world.models.unlock('anthropic'));
    await world.run(planOf({ a: { model: 'openai:x' }, b: { model: 'anthropic:y' } }));
    expect(pauses(world)).toEqual(['paused openai', 'paused anthropic', 'resumed']);
  });
});
