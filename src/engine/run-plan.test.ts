import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent, RunEventKind } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { createWorld } from './testing/world.testing';

const kindsOf = (events: readonly RunEvent[]) => events.map(({ kind, path }) => `${kind} ${path}`.trim());
const only = (events: readonly RunEvent[], kind: RunEventKind) => events.filter((event) => event.kind === kind);
const taskOf = (events: readonly RunEvent[], id: string) => reduceRun(emptyRun, events).tasks.get(id);
const promptsOf = (world: ReturnType<typeof createWorld>) =>
  world.models.requests.map(({ messages }) => messages.at(-1)?.content ?? '');

describe('a run', () => {
  it('hands the output of a task to the ones that depend on it, and tells its story in order', async () => {
    const world = createWorld({ answer: ({ messages }) => `<${messages.at(-1)?.content.length}>` });
    const plan = planOf({ a: { description: 'First' }, b: { description: 'Then {{a}}', dependsOn: ['a'] } });

    expect(await world.run(plan)).toBe('completed');
    expect(kindsOf(world.log.events)).toEqual([
      'run.started',
      'task.started task/a',
      'model.requested task/a/attempt/1/turn/1',
      'model.replied task/a/attempt/1/turn/1',
      'task.completed task/a',
      'task.started task/b',
      'context.planned task/b/attempt/1/context/1',
      'model.requested task/b/attempt/1/turn/1',
      'model.replied task/b/attempt/1/turn/1',
      'task.completed task/b',
      'run.completed',
    ]);
    expect(promptsOf(world)[1]).toBe('Then <5>');
    expect(world.emitted).toEqual(world.log.events);
    expect(world.deltas.map(({ path, text }) => [path, text])).toContainEqual(['task/a/attempt/1/turn/1', '<5>']);
  });

  it('of no task is completed', async () => {
    expect(await createWorld().run(planOf({}))).toBe('completed');
  });

  it('keeps to max_concurrency, and lets the urgent go first, then in the order of the author', async () => {
    const world = createWorld();
    const tasks = { a: {}, b: { priority: 'low' }, c: {}, d: { priority: 'critical' }, e: { priority: 'high' } };
    await world.run(planOf(tasks, { maxConcurrency: 2 }));
    expect(world.models.peak()).toBe(2);
    expect(promptsOf(world)).toEqual(['Do d', 'Do e', 'Do a', 'Do c', 'Do b']);
  });

  it('says that a task has started only when it has a slot', async () => {
    const world = createWorld();
    await world.run(planOf({ a: {}, b: {} }, { maxConcurrency: 1 }));
    const order = kindsOf(world.log.events);
    expect(order.indexOf('task.started task/b')).toBeGreaterThan(
      order.indexOf('model.replied task/a/attempt/1/turn/1'),
    );
  });

  it('evaluates conditions over results, inputs and variables', async () => {
    const world = createWorld({ answer: () => '{"score": 7}' });
    const plan = planOf(
      {
        a: {},
        yes: { dependsOn: ['a'], condition: 'tasks.a.output.score > 5 && variables.on', variables: { on: true } },
        no: { dependsOn: ['a'], condition: 'inputs.limit > 9', inputs: { limit: { from: 'a.output.score' } } },
      },
      { variables: { on: false } },
    );
    expect(await world.run(plan)).toBe('completed');
    expect(taskOf(world.log.events, 'yes')?.status).toBe('ok');
    expect(taskOf(world.log.events, 'no')).toMatchObject({ status: 'skipped', reason: 'condition' });
  });

  it('counts a condition that cannot be evaluated as false, and warns', async () => {
    const world = createWorld();
    await world.run(planOf({ a: {}, b: { dependsOn: ['a'], condition: 'tasks.a.output.x.y > 1' } }));
    const state = reduceRun(emptyRun, world.log.events);
    expect(state.tasks.get('b')).toMatchObject({ status: 'skipped', reason: 'condition' });
    expect(state.warnings.get('b')).toHaveLength(1);
  });

  it('skips what is disabled and what hangs on nothing else, and gives empty text of it to the others', async () => {
    const world = createWorld();
    const plan = planOf({
      off: { disabled: true },
      below: { dependsOn: ['off'] },
      join: { description: 'Got [{{off}}]', dependsOn: ['off', 'on'], injectContext: false },
      on: {},
    });
    expect(await world.run(plan)).toBe('completed');
    expect(taskOf(world.log.events, 'off')).toMatchObject({ status: 'skipped', reason: 'disabled' });
    expect(taskOf(world.log.events, 'below')).toMatchObject({ reason: 'upstream_skipped', because: 'off' });
    expect(promptsOf(world)).toContain('Got []');
  });

  it('lets other branches finish when a task fails, skips what hangs on it, and then is failed', async () => {
    const world = createWorld({
      answer: ({ idempotencyKey }) => (idempotencyKey.includes('task/bad/') ? { finishReason: 'length' } : 'ok'),
    });
    const plan = planOf({
      bad: {},
      good: {},
      below: { dependsOn: ['bad'] },
      join: { dependsOn: ['below', 'good'] },
      other: { dependsOn: ['good'] },
    });
    expect(await world.run(plan)).toBe('failed');
    const state = reduceRun(emptyRun, world.log.events);
    expect(state.tasks.get('bad')).toMatchObject({ status: 'failed', error: { code: 'RESOURCE_EXHAUSTION' } });
    expect(state.tasks.get('below')).toMatchObject({ reason: 'upstream_failed', because: 'bad' });
    expect(state.tasks.get('join')).toMatchObject({ reason: 'upstream_failed', because: 'bad' });
    expect(state.tasks.get('other')?.status).toBe('ok');
  });

  it('goes on with a failed result under continue, and without one under skip', async () => {
    const world = createWorld({ script: () => ({ stdout: 'half\n', stderr: 'broke', exitCode: 3 }) });
    const plan = planOf({
      kept: { type: 'script', script: { content: 'x' }, errorHandling: { onError: 'continue' } },
      dropped: { type: 'script', script: { content: 'x' }, errorHandling: { onError: 'skip' } },
      after: { description: '{{kept}}-{{dropped}}', dependsOn: ['kept', 'dropped'], injectContext: false },
    });
    expect(await world.run(plan)).toBe('completed');
    expect(promptsOf(world)).toEqual(['half-']);
    const kept = taskOf(world.log.events, 'kept');
    expect(kept).toMatchObject({ status: 'ok', data: { status: 'FAILED', notes: { exit_code: 3, stderr: 'broke' } } });
    expect(taskOf(world.log.events, 'dropped')).toMatchObject({
      status: 'skipped',
      reason: 'on_error',
      error: { code: 'TASK_FAILURE' },
    });
  });

  it('gives scripts their inputs as variables and as JSON, and fills templates of env and stdin', async () => {
    const world = createWorld({ answer: () => 'text', script: () => ({ stdout: '{"n": 1}\n' }) });
    const plan = planOf({
      a: {},
      plain: {
        type: 'script',
        dependsOn: ['a'],
        inputs: { 'my-input': '{{a}}!', list: [1] },
        script: { content: 'cat', env: { MORE: '<{{my-input}}>' } },
      },
      fed: { type: 'script', dependsOn: ['plain'], script: { command: 'cat', stdin: '{{plain.output.n}}' } },
    });
    await world.run(plan);
    expect(world.scripts[0]).toMatchObject({
      content: 'cat',
      stdin: '{"my-input":"text!","list":[1]}',
      env: { my_input: 'text!', list: '[1]', MORE: '<text!>' },
    });
    expect(world.scripts[1]).toMatchObject({ content: 'cat', stdin: '1', language: 'bash' });
  });

  it('passes the inputs of a script without a body through, without a sandbox', async () => {
    const world = createWorld();
    const plan = planOf({
      join: { type: 'script', inputs: { x: 1, y: 'z' } },
      after: { description: '{{join.output.y}}', dependsOn: ['join'], injectContext: false },
    });
    await world.run(plan);
    expect(world.scripts).toHaveLength(0);
    expect(promptsOf(world)).toEqual(['z']);
  });

  it('binds returns for later tasks', async () => {
    const world = createWorld({ answer: () => '{"items": ["a", "b"]}' });
    const plan = planOf({
      a: { returns: { count: 'size(output.items)', broken: 'output.nothing.here' } },
      b: { description: '{{count}}|{{broken}}', dependsOn: ['a'], injectContext: false },
    });
    await world.run(plan);
    expect(promptsOf(world)[1]).toBe('2|');
    expect(reduceRun(emptyRun, world.log.events).warnings.get('a')).toHaveLength(1);
  });

  it.each([10, 30])(
    'takes a name that two tasks return from the later of them, whoever was faster',
    async (firstMs) => {
      const world = createWorld({
        answer: ({ idempotencyKey }) => {
          const first = idempotencyKey.includes('/one/');
          return { content: first ? '1' : '2', latencyMs: first ? firstMs : 20 };
        },
      });
      const returns = { n: 'output' };
      const plan = planOf({
        one: { returns },
        two: { returns },
        b: { description: '{{n}}', dependsOn: ['two', 'one'] },
      });
      await world.run(plan);
      expect(promptsOf(world)[2]).toMatch(/\n2$/);
    },
  );

  it('gives null for what a skipped task would have returned, unless another one returned it', async () => {
    const world = createWorld({ answer: () => '{"n": 1}' });
    const plan = planOf({
      a: { returns: { n: 'output.n' } },
      off: { disabled: true, returns: { n: 'output.n', gone: 'output.n' } },
      b: { description: '{{n}}|{{gone}}', dependsOn: ['a', 'off'], injectContext: false },
    });
    expect(await world.run(plan)).toBe('completed');
    expect(promptsOf(world)[1]).toBe('1|');
  });

  it('shows later tasks the whole result record: notes, usage, attempts and duration too', async () => {
    const world = createWorld({ answer: () => 'hello', script: () => ({ stdout: 'x', stderr: 'careful' }) });
    const plan = planOf({
      lint: { type: 'script', script: { content: 'x' } },
      ask: { dependsOn: ['lint'], condition: 'tasks.lint.notes.exit_code == 0 && tasks.lint.usage == null' },
      tell: {
        description: '{{lint.notes.stderr}} {{ask.usage.output_tokens}} {{ask.attempts}}',
        dependsOn: ['ask', 'lint'],
        condition:
          'tasks.ask.usage.input_tokens > 0 && tasks.ask.usage.reasoning_tokens == 0 && tasks.ask.duration_ms >= 0',
        injectContext: false,
      },
    });
    expect(await world.run(plan)).toBe('completed');
    expect(promptsOf(world)[1]).toBe('careful 5 1');
  });

  it('shows later tasks the error of a task that failed under `continue`', async () => {
    const world = createWorld({ script: () => ({ exitCode: 3, stderr: 'no harbour' }) });
    const plan = planOf({
      build: { type: 'script', script: { content: 'make' }, errorHandling: { onError: 'continue' } },
      tell: {
        description: '{{build.error.message}} {{build.error.code}}{{build.error.resource}}',
        dependsOn: ['build'],
        condition: 'tasks.build.status == "FAILED" && tasks.build.error.code == "TASK_FAILURE"',
        injectContext: false,
      },
      fine: { dependsOn: ['tell'], condition: 'tasks.tell.error == null && tasks.tell.metrics.turns.used == 1' },
    });
    expect(await world.run(plan)).toBe('completed');
    expect(promptsOf(world)).toEqual([expect.stringMatching(/no harbour.* TASK_FAILURE$/s), expect.anything()]);
  });

  it('lets a run branch on a limit that was reached', async () => {
    const world = createWorld({
      answer: () => ({
        content: '',
        finishReason: 'tool_calls',
        toolCalls: [{ id: '1', name: 'list_files', arguments: '{}' }],
      }),
    });
    const plan = planOf({
      ask: { limits: { maxTurns: 1 }, tools: ['list_files'], errorHandling: { onError: 'continue' } },
      branch: {
        type: 'cond',
        dependsOn: ['ask'],
        cases: [
          {
            test: 'tasks.ask.error.code == "RESOURCE_EXHAUSTION" && tasks.ask.error.resource == "turns"',
            task: { type: 'script', script: { content: 'smaller' } },
          },
        ],
      },
    });
    expect(await world.run(plan)).toBe('completed');
    expect(world.scripts).toHaveLength(1);
  });

  it('fails a task whose template asks for what the result does not have', async () => {
    const world = createWorld();
    const plan = planOf({ a: {}, b: { description: '{{a.output.title}}', dependsOn: ['a'] } });
    expect(await world.run(plan)).toBe('failed');
    expect(taskOf(world.log.events, 'b')).toMatchObject({
      error: { code: 'TASK_FAILURE', message: 'Missing required input: a.output.title' },
    });
  });

  it('takes a reply that is nested without end for the text it is', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const world = createWorld({ answer: () => deep });
    const plan = planOf({
      a: { returns: { kind: 'type(output) == string' } },
      b: { inputs: { x: '{{a.output}}' }, description: '{{kind}}', dependsOn: ['a'], injectContext: false },
    });
    expect(await world.run(plan)).toBe('completed');
    expect(promptsOf(world)[1]).toContain('true');
  });

  it('keeps long replies whole in the blob store and reads them again', async () => {
    const long = 'äöü '.repeat(2000);
    const world = createWorld({ answer: () => long });
    await world.run(planOf({ a: {}, b: { description: '{{a}}', dependsOn: ['a'], injectContext: false } }));
    expect(promptsOf(world)[1]).toBe(long);
    const [replied] = only(world.log.events, 'model.replied');
    expect(replied).toMatchObject({ full_result_len: long.length });
    expect(replied?.result?.length).toBeLessThanOrEqual(2000);
    expect(await world.deps.blobs.get('run1', replied?.ref ?? '')).toBe(long);
  });

  it('stores the prompt before the call, as the messages in JSON', async () => {
    const world = createWorld();
    await world.run(planOf({ a: { system: 'Be brief.' } }));
    const [requested] = only(world.log.events, 'model.requested');
    const stored = await world.deps.blobs.get('run1', requested?.ref ?? '');
    expect(JSON.parse(stored ?? '')).toEqual(world.models.requests[0]?.messages);
  });
});

describe('cancelling', () => {
  it('stops what is in flight at once, starts nothing more, and keeps what is done', async () => {
    const world = createWorld({
      answer: ({ idempotencyKey }) => ({ content: 'x', latencyMs: idempotencyKey.includes('/slow/') ? 5000 : 10 }),
    });
    const plan = planOf({ quick: {}, slow: {}, later: { dependsOn: ['slow'] } });
    const running = world.run(plan);
    void world.clock.sleep(100, new AbortController().signal).then(() => world.stop.abort());
    expect(await running).toBe('cancelled');
    const state = reduceRun(emptyRun, world.log.events);
    expect(state.status).toBe('cancelled');
    expect([...state.tasks].map(([id, { status }]) => [id, status])).toEqual([
      ['quick', 'ok'],
      ['slow', 'cancelled'],
    ]);
    expect(world.models.requests).toHaveLength(2);
  });

  it('also ends a run that waits for a slot, a retry or a key', async () => {
    const world = createWorld({ answer: () => ({ content: 'x', latencyMs: 5000 }) });
    world.models.lock('openai');
    const plan = planOf({ a: {}, b: {}, keyed: { model: 'openai:gpt-4o' } }, { maxConcurrency: 1 });
    const running = world.run(plan);
    void world.clock.sleep(100, new AbortController().signal).then(() => world.stop.abort());
    expect(await running).toBe('cancelled');
  });
});

describe('a run for which what is known of models is not there yet', () => {
  /** A run that waits for the catalogue, for an hour if nothing stops it. */
  function waiting() {
    const world = createWorld();
    const { catalogue } = world.deps;
    let before: readonly string[] = [];
    const stopped = AbortSignal.any([world.stop.signal, world.pause.signal]);
    const late = async () => {
      await world.clock.sleep(3_600_000, stopped);
      before = kindsOf(world.emitted);
      return catalogue();
    };
    Object.assign(world.deps, { catalogue: late });
    return { world, before: () => before };
  }

  it('has begun, and goes on when it is', async () => {
    const { world, before } = waiting();
    expect(await world.run(planOf({ a: {} }))).toBe('completed');
    expect(before()).toEqual(['run.started']);
  });

  it('can be cancelled or paused', async () => {
    for (const [way, status, end] of [
      ['stop', 'cancelled', 'run.cancelled'],
      ['pause', 'waiting', 'run.paused'],
    ] as const) {
      const { world } = waiting();
      const running = world.run(planOf({ a: {} }));
      void world.clock.sleep(100, new AbortController().signal).then(() => world[way].abort());
      expect(await running).toBe(status);
      expect(kindsOf(world.log.events)).toEqual(['run.started', end]);
    }
  });

  it('is given up where it cannot be had, and can be taken up again', async () => {
    const { world } = waiting();
    const broken = { catalogue: () => Promise.reject(new Error('Broken.')) };
    const { catalogue } = world.deps;
    Object.assign(world.deps, broken);
    await expect(world.run(planOf({ a: {} }))).rejects.toThrow('Broken.');
    Object.assign(world.deps, { catalogue });
    expect(await world.run(planOf({ a: {} }))).toBe('completed');
  });
});
