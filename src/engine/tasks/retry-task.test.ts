import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import { openForFork } from '../log/recording';
import { kinds } from '../testing/nested.testing';
import { providerError } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

const attemptsIn = (world: World) =>
  world.models.requests.map(({ idempotencyKey }) => Number(/attempt\/(\d+)/.exec(idempotencyKey)?.[1]));
const plan = (description: string, more: object = {}) =>
  planOf({ a: { description, errorHandling: { onError: 'retry', maxRetries: 2 }, ...more } });

describe('attempts at a task', () => {
  it('are as many as its policy allows, counted over processes, each kind of failure by itself', async () => {
    const answer = ({ idempotencyKey }: { readonly idempotencyKey: string }) =>
      idempotencyKey.includes('attempt/2')
        ? new AppError('TASK_FAILURE', 'It broke.', { retryable: true })
        : providerError('overloaded');
    const whole = createWorld({ answer });
    expect(await whole.run(plan('Do'))).toBe('failed');
    // The first two failures are of two kinds; two more of the first kind follow.
    expect(attemptsIn(whole)).toEqual([1, 2, 3, 4]);
    const { events } = whole.log;
    const retries = kinds(events, 'task.retrying').map(({ data }) => data);
    expect(retries).toMatchObject([
      { attempt: 2, transport: true },
      { attempt: 3, transport: false },
      { attempt: 4, transport: true },
    ]);
    for (const { seq } of kinds(events, 'task.retrying')) {
      const again = createWorld({ answer, log: events.slice(0, seq), blobs: whole.deps.blobs });
      expect(await again.run(plan('Do'))).toBe('failed');
      expect(attemptsIn(again)).toEqual([2, 3, 4].slice(kinds(events.slice(0, seq), 'task.retrying').length - 1));
      expect(kinds(again.log.events, 'task.failed')[0]?.data).toMatchObject({ attempts: 4 });
    }
  });

  it('of a fork pass over those that nobody answered, which count as none of its own', async () => {
    const first = createWorld({
      answer: ({ idempotencyKey }) => (idempotencyKey.includes('attempt/1') ? providerError('overloaded') : 'fine'),
    });
    expect(await first.run(plan('Do'))).toBe('completed');
    const recording = () =>
      openForFork(
        { executionId: 'run0', find: (query) => first.log.find('run0', query), blob: async () => undefined },
        99,
      );

    const same = createWorld();
    expect(await same.run(plan('Do'), await recording())).toBe('completed');
    expect(same.models.requests).toEqual([]);
    expect(kinds(same.log.events, 'task.retrying')).toMatchObject([
      {
        path: 'task/a',
        taken: { seq: expect.any(Number) },
        data: { attempt: 2, delayMs: 0, transport: true, usage: null },
      },
    ]);

    const answer = () => providerError('overloaded');
    const changed = createWorld({ answer });
    expect(await changed.run(plan('Do other'), await recording())).toBe('failed');
    expect(attemptsIn(changed)).toEqual([2, 3, 4]);
    const { events } = changed.log;
    const taken = kinds(events, 'task.retrying')[0]?.seq ?? 0;
    const second = kinds(events, 'task.retrying')[1]?.seq ?? 0;
    for (const [cut, left] of [
      [taken, [2, 3, 4]],
      [second, [3, 4]],
    ] as const) {
      const again = createWorld({ answer, log: events.slice(0, cut), blobs: changed.deps.blobs });
      expect(await again.run(plan('Do other'), await recording())).toBe('failed');
      expect(attemptsIn(again)).toEqual(left);
    }
  });

  it('of a fork pass over one whose inputs had answers with those answers', async () => {
    const input = { task: { type: 'atomic', description: 'Of what?' } };
    const described = (description: string, maxRetries = 2) =>
      plan(description, { inputs: { x: input }, errorHandling: { onError: 'retry', maxRetries } });
    const first = createWorld({
      answer: ({ idempotencyKey }) =>
        idempotencyKey.endsWith('task/a/attempt/1/turn/1') ? providerError('overloaded') : 'fine',
    });
    expect(await first.run(described('Do'))).toBe('completed');
    const recordingOf = ({ log }: World) =>
      openForFork({ executionId: 'run0', find: (query) => log.find('run0', query), blob: async () => undefined }, 99);

    const same = createWorld();
    expect(await same.run(described('Do'), await recordingOf(first))).toBe('completed');
    const again = createWorld();
    expect(await again.run(described('Do', 0), await recordingOf(same))).toBe('completed');
    expect([same, again].flatMap(({ models }) => models.requests)).toEqual([]);
    const passedAt = kinds(same.log.events, 'task.retrying')[0]?.seq ?? 0;
    const resumed = createWorld({ log: same.log.events.slice(0, passedAt), blobs: same.deps.blobs });
    expect(await resumed.run(described('Do'), await recordingOf(first))).toBe('completed');
    expect(resumed.models.requests).toEqual([]);

    const other = plan('Do', { inputs: { x: { task: { ...input.task, description: 'Of what else?' } } } });
    const failing = createWorld({ answer: () => providerError('auth') });
    expect(await failing.run(other, await recordingOf(first))).toBe('failed');
  });

  it('that failed count for their task, also those of an earlier process', async () => {
    const strict = plan('Do', { validate: 'content == "ok"' });
    const world = createWorld({ answer: () => 'bad' });
    expect(await world.run(strict)).toBe('failed');
    const calls = world.models.requests.length;
    expect(calls).toBeGreaterThan(1);
    expect(kinds(world.log.events, 'task.failed')[0]?.data).toMatchObject({ usage: { inputTokens: 10 * calls } });
    const cut = kinds(world.log.events, 'task.retrying').at(-1)?.seq ?? 0;
    const again = createWorld({ log: world.log.events.slice(0, cut), blobs: world.deps.blobs });
    expect(await again.run(strict)).toBe('completed');
    // The last attempt needed two calls, as its first answer was sent back; now it needs one.
    expect(kinds(again.log.events, 'task.completed')[0]?.data).toMatchObject({
      usage: { inputTokens: 10 * (calls - 1) },
    });
  });
});
