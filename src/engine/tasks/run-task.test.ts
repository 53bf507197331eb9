import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { ModelRequest } from '../ports/model-client';
import { kinds, loud, promptOf, prompts, resultOf, say } from '../testing/nested.testing';
import { providerError } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

describe('a loop', () => {
  it('repeats, with the number of the round and the last result', async () => {
    const world = createWorld({ answer: loud });
    await world.run(planOf({ a: say('{{iteration}}:{{last}}', { loop: { type: 'repeat', count: 3 } }) }));
    expect(prompts(world)).toEqual(['1:', '2:1:', '3:2:1:']);
    expect(kinds(world.log.events, 'iteration.logged').map(({ path }) => path)).toEqual([
      'task/a/iter/1',
      'task/a/iter/2',
      'task/a/iter/3',
    ]);
  });

  it('while tests before each round, until after it', async () => {
    const world = createWorld({ answer: () => '{"go": true}' });
    const loop = (type: string, condition: string) => ({ loop: { type, condition } });
    await world.run(
      planOf({
        two: say('two', loop('while', 'iteration <= 2')),
        none: say('none', loop('while', 'false')),
        one: say('one', loop('until', 'output.go')),
        ten: say('ten', loop('until', 'iteration > 99')),
      }),
    );
    const count = (text: string) => prompts(world).filter((prompt) => prompt === text).length;
    expect([count('two'), count('none'), count('one'), count('ten')]).toEqual([2, 0, 1, 10]);
    expect(resultOf(world, 'none')).toMatchObject({ status: 'skipped' });
    expect(reduceRun(emptyRun, world.log.events).warnings.get('ten')).toHaveLength(1);
  });

  it('tells a round how the last ones went, where it is asked to', async () => {
    const world = createWorld({ answer: (request) => `${promptOf(request).length} long answer` });
    const loop = { type: 'repeat', count: 4, progress: { iterations: 2, chars: 4 } };
    await world.run(planOf({ a: say('Go', { loop }) }));
    expect(prompts(world)[3]).toMatch(
      /^<progress>\n<iteration n="2">\n.{4}\n<\/iteration>\n<iteration n="3">\n.{4}\n<\/iteration>\n<\/progress>\n\nGo$/,
    );
  });

  it('tells every model in a round how the last ones went, in bodies of every type, whatever their context', async () => {
    const loop = { type: 'repeat', count: 2, progress: { iterations: 1, chars: 4 } };
    const steps = [say('1 asks'), say('2 asks', { context: { mode: 'none' } })];
    const bodies = {
      alone: say('alone asks', { loop, injectContext: false }),
      line: { type: 'sequential', steps, loop },
      group: { type: 'group', subtasks: { x: say('x asks'), y: say('y asks', { clearMemory: true }) }, loop },
      items: { type: 'map', items: ['p'], innerTask: say('item asks'), loop },
      draft: {
        type: 'director_evaluator',
        mode: 'static',
        director: say('director asks'),
        evaluator: say('evaluator asks'),
        onUnaccepted: 'complete',
        loop,
      },
    };
    for (const [name, body] of Object.entries(bodies)) {
      const answer = ({ idempotencyKey }: ModelRequest) =>
        idempotencyKey.includes('evaluator') ? '{"success": true, "feedback": null}' : 'an answer';
      const world = createWorld({ answer });
      expect(await world.run(planOf({ [name]: body } as Parameters<typeof planOf>[0]))).toBe('completed');
      const half = prompts(world).length / 2;
      const told = prompts(world).map((prompt) => /<progress>\n<iteration n="1">\n.{4}\n<\/iteration>/.test(prompt));
      expect(told, name).toEqual(prompts(world).map((_, index) => index >= half));
    }
  });

  it('around a sequence runs all of it each time, and ends with the round that fails', async () => {
    const world = createWorld({ answer: (request) => (promptOf(request) === 'b 2' ? providerError('auth') : 'fine') });
    const s = {
      type: 'sequential',
      steps: [say('a {{iteration}}'), say('b {{iteration}}')],
      loop: { type: 'repeat', count: 3 },
    };
    expect(await world.run(planOf({ s }))).toBe('failed');
    expect(prompts(world)).toEqual(['a 1', 'b 1', 'a 2', 'b 2']);
    expect(kinds(world.log.events, 'task.failed').at(-1)?.data).toMatchObject({
      notes: { partial_results: ['fine', { step_1: 'fine' }] },
    });
  });
});

describe('tasks in one another', () => {
  it('see what is around them, from the inside outward', async () => {
    const world = createWorld({ answer: loud });
    const leaf = say('{{item}} {{near}} {{far}} {{first}} {{doc}}', { variables: { near: 'own' } });
    const steps = [say('first', { id: 'first' }), { type: 'map', items: [1], innerTask: leaf, inputs: {} }];
    const s = { type: 'sequential', dependsOn: ['doc'], variables: { near: 'sequence' }, steps };
    await world.run(planOf({ doc: say('doc'), s }, { variables: { far: 'global', near: 'global' } }));
    expect(prompts(world).at(-1)).toBe('1 own global FIRST DOC');
  });

  it('run as inputs before the task that they are inputs of, at once', async () => {
    const world = createWorld({ answer: loud });
    const inputs = { one: { task: say('one') }, two: { task: say('two') }, three: 3 };
    await world.run(planOf({ a: say('{{one}} {{two}} {{three}}', { inputs }) }));
    expect(prompts(world)).toEqual(['one', 'two', 'ONE TWO 3']);
    expect(world.models.peak()).toBe(2);
  });

  it('run as inputs with what the task is told: its context, what came before, what it is given', async () => {
    const world = createWorld({ answer: loud, script: ({ stdin }) => ({ stdout: stdin }) });
    const draft = { director_output: { task: { type: 'atomic', description: 'Pass director output to script' } } };
    const steps = [say('draft', { id: 'one' }), { type: 'script', script: { content: 'cat' }, inputs: draft }];
    const accumulate = { contextManagement: { accumulateData: true, accumulationFormat: 'full_output' } };
    await world.run(planOf({ s: { type: 'sequential', steps, ...accumulate } }));
    expect(prompts(world).at(-1)).toContain('<output step="one">\nDRAFT\n</output>');

    const graph = createWorld({ answer: loud, script: () => ({ stdout: '' }) });
    const reads = { type: 'script', script: { content: 'x' }, dependsOn: ['a'], inputs: draft };
    await graph.run(planOf({ a: say('first'), b: reads, c: { dependsOn: ['a'], inputs: draft } }));
    expect(prompts(graph).filter((prompt) => prompt.includes('Task: a (relevance: 1.00)\nFIRST'))).toHaveLength(3);
    expect(kinds(graph.log.events, 'context.planned')).toHaveLength(2);
  });

  it('are told as inputs what a match finds for the task, however few may run at once', async () => {
    const inner = (id: string) => ({ task: { type: 'atomic', description: `inner ${id} {{b}}` } });
    const director = { type: 'atomic', description: 'Direct', inputs: { x: inner('x'), y: inner('y') } };
    const told = { inheritContext: 'subset', accumulateData: true, accumulationFormat: 'full_output' };
    for (const maxConcurrency of [1, 2]) {
      const world = createWorld({ answer: loud });
      const plan = planOf(
        {
          b: say('first'),
          a: {
            type: 'director_evaluator',
            mode: 'dynamic',
            maxIterations: 1,
            dependsOn: ['b'],
            contextManagement: told,
            director,
            evaluator: say('ok'),
          },
        },
        { maxConcurrency },
      );
      await world.run(plan);
      const asked = prompts(world).filter((prompt) => prompt.includes('inner'));
      expect(asked).toHaveLength(2);
      expect(kinds(world.log.events, 'run.failed').map(({ error }) => error?.message)).not.toContainEqual(
        expect.stringContaining('Nothing can go on'),
      );
      expect(world.models.peak()).toBeLessThanOrEqual(maxConcurrency);
    }
  });

  it('count what they take for all that is around them', async () => {
    const world = createWorld({ answer: () => ({ content: 'x', inputTokens: 10, outputTokens: 1 }) });
    await world.run(
      planOf({
        g: { type: 'group', subtasks: { a: say('a'), s: { type: 'sequential', steps: [say('b'), say('c')] } } },
      }),
    );
    const ended = kinds(world.log.events, 'task.completed').map(({ path, data }) => [path, data] as const);
    const inputOf = (path: string) =>
      (Object.fromEntries(ended)[path] as { usage: { inputTokens: number } }).usage.inputTokens;
    expect(inputOf('task/g')).toBe(30);
    expect(inputOf('task/g/attempt/1/task/s')).toBe(20);
  });
});

describe('a composite that is retried', () => {
  const tasks = {
    s: {
      type: 'sequential',
      errorHandling: { onError: 'retry', maxRetries: 2 },
      steps: [say('one'), say('flaky {{step_1}}')],
    },
  };
  const answer = ({ idempotencyKey, messages }: ModelRequest) =>
    messages.at(-1)?.content.startsWith('flaky') && idempotencyKey.includes('task/s/attempt/1/')
      ? providerError('auth')
      : 'fine';

  it('keeps its completed parts, when it is taken up again too', async () => {
    const plan = planOf({
      s: { ...tasks.s, steps: [say('one'), say('flaky {{step_1}}', { validate: 'content != "bad"' })] },
    });
    const flaky = ({ idempotencyKey, messages }: ModelRequest) =>
      messages.some(({ content }) => content.startsWith('flaky')) && idempotencyKey.includes('task/s/attempt/1/')
        ? 'bad'
        : 'fine';
    const world = createWorld({ answer: flaky });
    expect(await world.run(plan)).toBe('completed');
    expect(prompts(world).filter((prompt) => prompt === 'one')).toHaveLength(1);
    for (const [cut] of world.log.events.entries()) {
      const log = world.log.events.slice(0, cut);
      const again = createWorld({ answer: flaky, log, blobs: world.deps.blobs });
      expect(await again.run(plan)).toBe('completed');
      const recorded = log.filter(({ kind }) => kind === 'model.replied').length;
      expect(recorded + again.models.requests.length).toBe(world.models.requests.length);
    }
  });

  it('is not, where the failure says that it is no use', async () => {
    const world = createWorld({ answer });
    expect(await world.run(planOf(tasks))).toBe('failed');
    expect(world.models.requests).toHaveLength(2);
  });
});
