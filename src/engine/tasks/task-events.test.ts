import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { busyPlan, busyWorld } from '../iterations/busy-run.testing';
import { readRecording } from '../log/recording';
import type { ModelRequest } from '../ports/model-client';
import { kinds, promptOf, prompts, say } from '../testing/nested.testing';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

const endKinds = /^task\.(completed|failed|skipped|cancelled)$/;
const endOf = ({ log }: World, path: string) =>
  log.events.find((event) => event.path === path && endKinds.test(event.kind));
const line = ({ kind, path }: RunEvent) => `${kind} ${path}`;
const failing = { content: '', finishReason: 'length' } as const;

describe('the log of a task', () => {
  it('has one start and then one end of each, whatever it contains and however often it is tried', async () => {
    const world = busyWorld();
    await world.run(busyPlan);
    const seen = new Map<string, string[]>();
    for (const { kind, path } of world.log.events) {
      if (!endKinds.test(kind) && kind !== 'task.started') continue;
      seen.set(path, [...(seen.get(path) ?? []), kind === 'task.started' ? 'started' : 'ended']);
    }
    expect(seen.size).toBeGreaterThan(20);
    for (const [path, events] of seen) expect(events, path).toEqual(['started', 'ended']);
  });

  it('says of how many parts it is, where that is the same each time', async () => {
    const items = { type: 'map', items: ['a', 'b', 'c'], innerTask: say('do') };
    const world = createWorld();
    const evaluator = say('choose');
    await world.run(
      planOf({
        ...{ once: items, looped: { ...items, loop: { type: 'repeat', count: 1 } } },
        ...{ tried: { ...items, bestOf: { n: 2, evaluator } }, single: say('one') },
        steps: { type: 'sequential', steps: [say('one'), say('two')] },
      }),
    );
    const parts = world.log.events.flatMap(({ kind, path, data }) =>
      kind === 'task.started' && /^task\/[^/]+$/.test(path) ? [[path, 'parts' in data ? data.parts : undefined]] : [],
    );
    expect(Object.fromEntries(parts)).toEqual({
      ...{ 'task/once': 3, 'task/looped': undefined, 'task/tried': undefined, 'task/single': undefined },
      'task/steps': 2,
    });
  });

  it('says how it ended, and what came of its failure', async () => {
    const on = (onError: string) => ({ description: 'fail', errorHandling: { onError } });
    const returns = { good: 'output', bad: 'output.none.at.all' };
    const world = createWorld({
      answer: (request): Scripted => (promptOf(request).startsWith('fail') ? failing : 'fine'),
    });
    await world.run(
      planOf({
        ...{
          off: say('x', { disabled: true }),
          unmet: say('x', { condition: 'false' }),
          met: say('x', { condition: '1 == 1' }),
        },
        ...{ odd: say('x', { condition: '1 + 1' }), skip: on('skip'), go: on('continue'), fail: on('fail') },
        after: say('x', { dependsOn: ['fail'] }),
        told: say('x', { returns }),
      }),
    );
    const ends = ['off', 'unmet', 'odd', 'met', 'skip', 'go', 'fail', 'after', 'told'].map((id) => {
      const { kind, data, error } = endOf(world, `task/${id}`) as RunEvent & { data: Record<string, unknown> };
      return [id, kind.slice(5), data['reason'] ?? data['status'], error?.code];
    });
    const cut = 'RESOURCE_EXHAUSTION';
    expect(ends).toEqual([
      ['off', 'skipped', 'disabled', undefined],
      ['unmet', 'skipped', 'condition', undefined],
      ['odd', 'skipped', 'condition', undefined],
      ['met', 'completed', 'COMPLETE', undefined],
      ['skip', 'skipped', 'on_error', cut],
      ['go', 'completed', 'FAILED', cut],
      ['fail', 'failed', undefined, cut],
      ['after', 'skipped', 'upstream_failed', undefined],
      ['told', 'completed', 'COMPLETE', undefined],
    ]);
    expect(endOf(world, 'task/told')?.data).toMatchObject({ returns: { good: 'fine', bad: null } });
    expect(endOf(world, 'task/skip')?.data).toMatchObject({ usage: { inputTokens: 10 } });
    expect(endOf(world, 'task/off')?.data).not.toHaveProperty('usage');
    const warned = world.log.events.flatMap((event) =>
      event.kind === 'resource.warning' ? [`${event.path}: ${event.data.message}`] : [],
    );
    expect(warned).toHaveLength(2);
    expect(warned).toContainEqual(expect.stringMatching(/^task\/odd: The condition counts as false/));
    expect(warned).toContainEqual(expect.stringMatching(/^task\/told: bad is null: /));
  });

  it('says of a pinned output that it is one, and asks nothing for it', async () => {
    const { tasks, ...plan } = planOf({
      a: say('ask', { loop: { type: 'repeat', count: 3 } }),
      b: say('{{a}}', { dependsOn: ['a'] }),
    });
    const world = createWorld();
    const pinned = tasks.map((task) => (task.id === 'a' ? { ...task, pinned: { content: 'given' } } : task));
    await world.run({ ...plan, tasks: pinned });
    expect(prompts(world).map((prompt) => prompt.endsWith('given'))).toEqual([true]);
    expect(endOf(world, 'task/a')).toMatchObject({ result: 'given', data: { pinned: true, attempts: 1, bytes: 5 } });
    expect(endOf(world, 'task/b')?.data).not.toHaveProperty('pinned');
  });

  it('of a pinned output needs no input, and has the values of those that there are', async () => {
    const { tasks, ...plan } = planOf({
      a: say('ask {{x}}', { inputs: { x: { from: 'first.output.none.y' } }, dependsOn: ['first'] }),
      b: say('ask {{x}}', { inputs: { x: 'one' }, returns: { y: 'inputs.x' } }),
      first: say('first'),
    });
    const world = createWorld();
    const pinned = tasks.map((task) => (task.id === 'first' ? task : { ...task, pinned: { content: 'given' } }));
    expect(await world.run({ ...plan, tasks: pinned })).toBe('completed');
    expect(endOf(world, 'task/a')).toMatchObject({ kind: 'task.completed', result: 'given' });
    expect(endOf(world, 'task/b')).toMatchObject({ result: 'given', data: { returns: { y: 'one' } } });
  });

  it('has an end of a task that alone was stopped, and one of each that was open when the run was', async () => {
    const answer = (request: ModelRequest) => ({ content: 'x', latencyMs: promptOf(request) === 'slow' ? 900 : 10 });
    const group = { type: 'group', completionMode: 'any', subtasks: { fast: say('fast'), slow: say('slow') } };
    const world = createWorld({ answer });
    expect(await world.run(planOf({ group, next: say('next', { dependsOn: ['group'] }) }))).toBe('completed');
    const cancelled = ({ log }: World) => kinds(log.events, 'task.cancelled').map(({ path }) => path);
    expect(cancelled(world)).toEqual(['task/group/attempt/1/task/slow']);
    const stopped: World = createWorld({
      answer: () => {
        stopped.stop.abort();
        return 'x';
      },
    });
    expect(
      await stopped.run(planOf({ s: { type: 'sequential', steps: [say('one', { id: 'one' }), say('two')] } })),
    ).toBe('cancelled');
    expect(cancelled(stopped)).toEqual(['task/s/attempt/1/task/one', 'task/s']);
  });
});

describe('a task', () => {
  it('waits until who looks on has seen it', async () => {
    const world = createWorld();
    const seen: string[] = [];
    await world.run(planOf({ a: say('one') }), undefined, {
      task: async (_task, path) => {
        await world.clock.sleep(500, new AbortController().signal);
        seen.push(`${path} after ${world.models.requests.length}`);
      },
      attempt: (base) => void seen.push(base),
    });
    expect(seen).toEqual(['task/a after 0', 'task/a']);
  });

  it('waits at its breakpoints for a person, once each, however often the run is taken up', async () => {
    const plan = {
      ...planOf({
        a: say('a', { breakpoint: 'after' }),
        b: say('b', { dependsOn: ['a'], breakpoint: 'before' }),
        c: say('c', { dependsOn: ['b'] }),
      }),
      stopsAtBreakpoints: true,
    } as const;
    const asking = (log: readonly RunEvent[] = [], answers: Readonly<Record<string, string>> = {}) => {
      const asked: string[] = [];
      const world: World = createWorld({
        log,
        person: ({ path }) => {
          asked.push(`${path} ${world.log.events.filter(({ kind }) => kind === 'task.started').length}`);
          return JSON.stringify({ answer: answers[path] ?? 'continue' });
        },
      });
      return { world, asked };
    };
    const whole = asking();
    expect(await whole.world.run(plan)).toBe('completed');
    expect(whole.asked).toEqual(['task/a/ask/after 1', 'task/b/ask/before 1']);
    const stepping = asking([], { 'task/b/ask/before': 'step' });
    await stepping.world.run(plan);
    expect(stepping.asked).toEqual([...whole.asked, 'task/c/ask/before 2']);
    const { events } = whole.world.log;
    for (const [cut] of events.entries()) {
      const log = events.slice(0, cut);
      const again = asking(log);
      expect(await again.world.run(plan)).toBe('completed');
      const answered = kinds(log, 'input.provided').length;
      expect(again.asked, `cut at ${cut}`).toEqual(whole.asked.slice(answered));
    }
    const unasked = asking();
    await unasked.world.run({ ...plan, stopsAtBreakpoints: undefined } as never);
    expect(unasked.asked).toEqual([]);
  });

  it('has its time for all that it does, but not for what it waits for', async () => {
    const call = (n: number) => ({ id: 'c', name: 'write_file', arguments: `{"path": "/${n}", "content": "x"}` });
    const answer = ({ messages }: ModelRequest): Scripted =>
      messages.length < 6
        ? { content: '', toolCalls: [call(messages.length)], finishReason: 'tool_calls', latencyMs: 60 }
        : { content: 'done', latencyMs: 60 };
    const within = async (timeoutMs: number) => {
      const world = createWorld({ answer });
      const limits = { timeoutMs };
      const errorHandling = { onError: 'fail', maxRetries: 0 };
      const tasks = { a: say('a', { tools: ['write_file'], limits, errorHandling }), b: say('b', { limits }) };
      await world.run(planOf(tasks, { maxConcurrency: 1 }));
      return endOf(world, 'task/a');
    };
    expect(await within(1000)).toMatchObject({ kind: 'task.completed' });
    expect(await within(130)).toMatchObject({ kind: 'task.failed', error: { details: { reason: 'timeout' } } });
    // The second of two in one slot waits longer than it may take.
    const slow = createWorld({ answer: () => ({ content: 'x', latencyMs: 90 }) });
    const each = { limits: { timeoutMs: 100 } };
    expect(await slow.run(planOf({ a: say('a', each), b: say('b', each) }, { maxConcurrency: 1 }))).toBe('completed');
  });

  it('fails before it does anything where an input has no value, though nothing names it', async () => {
    const world = createWorld();
    const inputs = { x: '{{a.output.none}}' };
    await world.run(planOf({ a: say('first'), b: say('go', { dependsOn: ['a'], inputs }) }));
    expect(endOf(world, 'task/b')?.error).toMatchObject({ details: { reason: 'missing_input' } });
    expect(prompts(world)).toEqual(['first']);
  });

  it('with several tries closes what the scripts of each took, chosen or not', async () => {
    const world = createWorld({ answer: () => '{"choice": 1, "reason": ""}' });
    const { scripts } = world.deps;
    const closed: number[] = [];
    const over = () => ({ ...scripts, close: async () => void closed.push(closed.length) });
    Object.assign(scripts, { over });
    const script = { type: 'script', script: { content: 'x' }, bestOf: { n: 3, evaluator: say('choose') } };
    expect(await world.run(planOf({ a: script }))).toBe('completed');
    expect(closed).toEqual([0, 1, 2]);
  });

  it('of which the best of some tries is asked for says which choice was none', async () => {
    const choices = ['{"choice": 7, "reason": ""}', '{"reason": ""}'];
    for (const [index, said] of ['7', 'null'].entries()) {
      const evaluator = say('choose', { outputSchema: { type: 'object' } });
      const world = createWorld({
        answer: (request) => (promptOf(request).includes('choose') ? (choices[index] ?? '') : 'x'),
      });
      await world.run(planOf({ a: say('a', { bestOf: { n: 2, evaluator } }) }));
      expect(endOf(world, 'task/a')?.error?.message).toContain(`chose ${said}, which is none of 1, 2`);
    }
    const broken = createWorld({
      answer: (request) => (promptOf(request).includes('choose') ? providerError('auth') : 'x'),
    });
    await broken.run(planOf({ a: say('a', { bestOf: { n: 2, evaluator: say('choose') } }) }));
    expect(endOf(broken, 'task/a')?.error).toMatchObject({ details: { kind: 'auth', failed: expect.any(String) } });
  });
});

it('tasks are told of what ended before they were given its slot', async () => {
  const world = createWorld({ answer: promptOf });
  const tasks = { a: say('a', { priority: 'critical' }), b: say('b', { context: { minRelevance: 0.3 } }) };
  await world.run(planOf(tasks, { maxConcurrency: 1 }));
  expect(prompts(world)[1]).toContain('Task: a');
  const order = world.log.events.map(line);
  expect(order.indexOf('task.completed task/a')).toBeLessThan(
    order.indexOf('context.planned task/b/attempt/1/context/1'),
  );
});

it('tasks of a run after a recording wait for those that they were told of', async () => {
  const flow = (first: string, maxConcurrency: number) => {
    const b = say('last', { context: { minRelevance: 0.3 } });
    return planOf({ a: say(first, { priority: 'critical' }), b }, { maxConcurrency });
  };
  const before = createWorld({ answer: promptOf });
  await before.run(flow('first', 1));
  const recording = await readRecording(before.log.events, async () => undefined);
  const next = createWorld({ answer: promptOf });
  await next.run(flow('another', 2), recording);
  expect(prompts(next)).toEqual(['another', expect.stringMatching(/Task: a.*\nanother\n[\s\S]*last$/)]);
});
