import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { ModelRequest } from './ports';
import { providerError, type Scripted } from './testing/scripted-models.testing';
import { createWorld, type World } from './testing/world.testing';

const promptOf = ({ messages }: ModelRequest) => messages.at(-1)?.content ?? '';
const prompts = (world: World) => world.models.requests.map(promptOf);
const resultOf = (world: World, id: string) => {
  const task = reduceRun(emptyRun, world.log.events).tasks.get(id);
  return task?.status === 'ok' ? task.result.text : task;
};
const say = (description: string, more: object = {}) => ({ type: 'atomic', description, ...more });
/** A model that says its last line in capitals. */
const loud = (request: ModelRequest): Scripted => (promptOf(request).split('\n').at(-1) ?? '').toUpperCase();
const kinds = (events: readonly RunEvent[], kind: RunEvent['kind']) => events.filter((event) => event.kind === kind);

describe('a sequence', () => {
  it('runs its steps in order, each seeing those before it, and gives the result of the last that was not skipped', async () => {
    const world = createWorld({ answer: loud });
    const steps = [
      say('one'),
      say('two {{step_1}}', { id: 'two', returns: { size_of_two: 'size(content)' } }),
      say('three {{two}} {{size_of_two}}'),
      say('never', { condition: 'false' }),
    ];
    expect(
      await world.run(planOf({ s: { type: 'sequential', steps }, after: { ...say('{{s}}'), dependsOn: ['s'] } })),
    ).toBe('completed');
    expect(prompts(world).slice(0, 3)).toEqual(['one', 'two ONE', 'three TWO ONE 7']);
    expect(resultOf(world, 's')).toBe('THREE TWO ONE 7');
    expect(prompts(world)[3]).toContain('THREE TWO ONE 7');
  });

  it('keeps what its steps did when one of them fails, and names that one', async () => {
    const world = createWorld({ answer: (request) => (promptOf(request) === 'bad' ? providerError('auth') : 'fine') });
    const inner = { type: 'sequential', steps: [say('ok'), say('bad', { name: 'The bad one' })] };
    expect(await world.run(planOf({ s: { type: 'sequential', steps: [say('first'), inner, say('last')] } }))).toBe(
      'failed',
    );
    const [failed] = kinds(world.log.events, 'task.failed').filter(({ path }) => path === 'task/s');
    expect(failed?.error).toMatchObject({
      code: 'PROVIDER_ERROR',
      details: { kind: 'auth', failed: 'task/s/attempt/1/task/step_2/attempt/1/task/step_2' },
    });
    expect(failed?.error?.message).toContain('The bad one');
    expect(failed?.data).toMatchObject({ notes: { partial_results: { step_1: 'fine' } } });
    expect(prompts(world)).not.toContain('last');
  });

  it.each([
    ['an evaluator', { subtype: 'evaluator', description: 'Judge {{check.notes.exit_code}}' }],
    ['a step whose inputs name it', { inputs: { log: { from: 'check.notes.stderr' } }, description: 'See {{log}}' }],
  ])('hands a script that failed to %s', async (_who, next) => {
    const answer = () => '{"success": false, "feedback": null}';
    const world = createWorld({ answer, script: () => ({ exitCode: 3, stderr: 'broken' }) });
    const script = { type: 'script', id: 'check', script: { content: 'exit 3' } };
    const plan = planOf({ s: { type: 'sequential', steps: [script, { type: 'atomic', ...next }] } });
    expect(await world.run(plan)).toBe('completed');
    expect(prompts(world)[0]).toMatch(/Judge 3|See broken/);
  });

  it('fails with a script that nothing judges', async () => {
    const world = createWorld({ script: () => ({ exitCode: 3 }) });
    const plan = planOf({
      s: { type: 'sequential', steps: [{ type: 'script', script: { content: 'x' } }, say('next')] },
    });
    expect(await world.run(plan)).toBe('failed');
  });
});

describe('what steps are told (inherit and accumulate)', () => {
  const contextOf = async (contextManagement: object, steps = [say('one'), say('two')]) => {
    const world = createWorld({ answer: (request) => `answer to ${promptOf(request).split('\n').at(-1)}` });
    const s = { type: 'sequential', dependsOn: ['before'], contextManagement, steps };
    await world.run(planOf({ before: say('before'), s }));
    return prompts(world).slice(1);
  };

  it('is nothing by default', async () => {
    expect(await contextOf({})).toEqual(['one', 'two']);
  });

  it('is the context of the sequence, where it is inherited', async () => {
    const [one, two] = await contextOf({ inheritContext: 'full' });
    expect(one).toMatch(
      /^<inherited_context>\n=== RELEVANT CONTEXT ===[\s\S]*answer to before[\s\S]*<\/inherited_context>\n\none$/,
    );
    expect(two).toContain('answer to before');
    expect(two).not.toContain('answer to one');
  });

  it('is what earlier steps put out, where that is accumulated', async () => {
    const [one, two] = await contextOf({ accumulateData: true, accumulationFormat: 'full_output' });
    expect(one).toBe('one');
    expect(two).toBe(
      '<previous_outputs>\n<output step="step_1">\nanswer to one\n</output>\n</previous_outputs>\n\ntwo',
    );
  });

  it('is both, kept apart', async () => {
    const [, two] = await contextOf({ inheritContext: 'full', accumulateData: true });
    expect(two).toMatch(
      /<inherited_context>[\s\S]*answer to before[\s\S]*<\/inherited_context>\n\n<previous_outputs>[\s\S]*one/,
    );
  });

  it('is only the start of an output without notes, unless the whole is asked for', async () => {
    const long = 'x'.repeat(700);
    const [, notes] = await contextOf({ accumulateData: true }, [say(long), say('two')]);
    const [, full] = await contextOf({ accumulateData: true, accumulationFormat: 'full_output' }, [
      say(long),
      say('two'),
    ]);
    expect(notes?.length).toBeLessThan(650);
    expect(full?.length).toBeGreaterThan(700);
  });
});

describe('a map', () => {
  it('gives its results in the order of the items, whoever was faster', async () => {
    const world = createWorld({
      answer: (request) => ({ content: promptOf(request), latencyMs: promptOf(request).includes('a') ? 50 : 5 }),
    });
    const innerTask = say('{{index}} {{name}} {{item.x}}');
    await world.run(planOf({ m: { type: 'map', items: [{ x: 'a' }, { x: 'b' }], innerTask } }));
    expect(resultOf(world, 'm')).toBe('["0 0 a","1 1 b"]');
  });

  it('goes through its inputs by name, or a list that a task gave', async () => {
    const world = createWorld({ answer: (request) => (promptOf(request) === 'list' ? '[3, 4]' : promptOf(request)) });
    await world.run(
      planOf({
        list: say('list'),
        a: { type: 'map', inputs: { left: 1, right: 2 }, innerTask: say('{{name}}={{item}}') },
        b: { type: 'map', dependsOn: ['list'], items: { from: 'list.output' }, innerTask: say('{{item}}') },
      }),
    );
    expect(resultOf(world, 'a')).toBe('["left=1","right=2"]');
    expect(resultOf(world, 'b')).toBe('[3,4]');
  });

  it('tells a task its item where its text does not name it', async () => {
    const world = createWorld();
    await world.run(planOf({ m: { type: 'map', items: ['pear'], innerTask: say('Describe it.') } }));
    expect(prompts(world)).toEqual(['<inputs>\n  <item>pear</item>\n</inputs>\n\nDescribe it.']);
  });

  it('keeps to its own max_concurrency', async () => {
    const world = createWorld();
    const innerTask = say('{{item}}');
    await world.run(
      planOf({ m: { type: 'map', items: [1, 2, 3, 4, 5], innerTask, maxConcurrency: 2 } }, { maxConcurrency: 9 }),
    );
    expect(world.models.peak()).toBe(2);
  });

  it('stops the rest when an item fails, down to the request in flight', async () => {
    const world = createWorld({
      answer: (request) => (promptOf(request) === '1' ? providerError('auth') : { content: 'x', latencyMs: 10_000 }),
    });
    expect(await world.run(planOf({ m: { type: 'map', items: [0, 1, 2], innerTask: say('{{item}}') } }))).toBe(
      'failed',
    );
    expect(kinds(world.log.events, 'task.cancelled').map(({ path }) => path)).toEqual([
      'task/m/attempt/1/item/0/task/inner_task',
      'task/m/attempt/1/item/2/task/inner_task',
    ]);
    expect(world.clock.now() - Date.parse(world.log.events[0]?.t ?? '')).toBeLessThan(10_000);
  });

  it('goes on without an item that fails, where it may', async () => {
    const world = createWorld({
      answer: (request) => (promptOf(request) === '1' ? providerError('auth') : promptOf(request)),
    });
    const m = { type: 'map', items: [0, 1, 2], innerTask: say('{{item}}'), onItemError: 'skip' };
    expect(await world.run(planOf({ m }))).toBe('completed');
    expect(resultOf(world, 'm')).toBe('[0,2]');
    expect(reduceRun(emptyRun, world.log.events).warnings.get('m')).toHaveLength(1);
  });

  it('says it clearly when its items are no list', async () => {
    const world = createWorld({ answer: () => 'no list' });
    const m = { type: 'map', dependsOn: ['a'], items: { from: 'a.output' }, innerTask: say('x') };
    expect(await world.run(planOf({ a: say('a'), m }))).toBe('failed');
    expect(kinds(world.log.events, 'task.failed')[0]?.error?.message).toContain('no list');
  });
});

describe('a reduce', () => {
  it('folds strictly in order, and shows each step what it needs', async () => {
    const world = createWorld({ answer: (request) => ({ content: promptOf(request), latencyMs: 5 }) });
    await world.run(
      planOf({
        r: {
          type: 'reduce',
          inputs: { a: 'x', b: 'y', c: 'z' },
          initialValue: '0',
          innerTask: say('<{{current_data}}{{index}}{{name}}>'),
          reductionTask: say('{{accumulator}}+{{current_result}}({{original_input}})'),
        },
      }),
    );
    expect(resultOf(world, 'r')).toBe('0+<x0a>(x)+<y1b>(y)+<z2c>(z)');
    expect(world.models.peak()).toBe(1);
  });

  it('of nothing is its initial value', async () => {
    const world = createWorld();
    await world.run(planOf({ r: { type: 'reduce', items: [], initialValue: { n: 1 }, reductionTask: say('x') } }));
    expect(resultOf(world, 'r')).toBe('{"n":1}');
  });

  it('keeps what it had when a step fails', async () => {
    const world = createWorld({
      answer: (request) => (promptOf(request).startsWith('b') ? providerError('auth') : 'A'),
    });
    const r = {
      type: 'reduce',
      items: ['a', 'b'],
      initialValue: '',
      reductionTask: say('{{current_result}} {{accumulator}}'),
    };
    expect(await world.run(planOf({ r }))).toBe('failed');
    const failed = kinds(world.log.events, 'task.failed').find(({ path }) => path === 'task/r');
    expect(failed?.data).toMatchObject({ notes: { partial_results: 'A' } });
  });
});

describe('a cond', () => {
  const cases = [
    { test: 'output.valid == true', task: say('valid') },
    { test: 'content.contains("maybe")', task: say('perhaps') },
  ];

  it.each([
    ['{"valid": true}', 'valid'],
    ['maybe', 'perhaps'],
    ['neither', 'other'],
  ])('takes the first case that holds of what came before: %s', async (answer, taken) => {
    const world = createWorld({ answer: (request) => (promptOf(request) === 'check' ? answer : 'done') });
    const cond = { type: 'cond', cases, else: say('other', { injectContext: false }) };
    await world.run(planOf({ s: { type: 'sequential', steps: [say('check'), cond] } }));
    expect(prompts(world).at(-1)).toBe(taken);
  });

  it('sees the only task that it depends on', async () => {
    const world = createWorld({ answer: () => '{"valid": true}' });
    await world.run(planOf({ check: say('check'), c: { type: 'cond', dependsOn: ['check'], cases } }));
    expect(prompts(world).at(-1)).toMatch(/valid$/);
  });

  it('is skipped if no case holds and there is no else', async () => {
    const world = createWorld({ answer: () => 'x' });
    await world.run(planOf({ check: say('check'), c: { type: 'cond', dependsOn: ['check'], cases } }));
    expect(resultOf(world, 'c')).toMatchObject({ status: 'skipped', reason: 'no_case' });
  });
});

describe('a group', () => {
  it('is a graph of its own, whose result maps ids to outputs', async () => {
    const world = createWorld({ answer: loud });
    const subtasks = { b: say('b {{a}}', { dependsOn: ['a'], injectContext: false }), a: say('a') };
    await world.run(planOf({ g: { type: 'group', subtasks } }));
    expect(JSON.parse(String(resultOf(world, 'g')))).toEqual({ a: 'A', b: 'B A' });
  });

  it('with any is the first that completes; the others are cancelled, and stay so when the run is taken up again', async () => {
    const answer = (request: ModelRequest) => ({
      content: promptOf(request),
      latencyMs: promptOf(request) === 'fast' ? 10 : 60_000,
    });
    const plan = planOf({
      g: { type: 'group', completionMode: 'any', subtasks: { slow: say('slow'), fast: say('fast') } },
    });
    const world = createWorld({ answer });
    expect(await world.run(plan)).toBe('completed');
    expect(resultOf(world, 'g')).toBe('fast');
    expect(kinds(world.log.events, 'task.cancelled').map(({ path }) => path)).toEqual(['task/g/attempt/1/task/slow']);

    for (const [cut] of world.log.events.entries()) {
      const again = createWorld({ answer, log: world.log.events.slice(0, cut), blobs: world.deps.blobs });
      expect(await again.run(plan)).toBe('completed');
      expect(resultOf(again, 'g')).toBe('fast');
    }
  });

  it('with any fails if one failed and none completed', async () => {
    const world = createWorld({ answer: () => providerError('auth') });
    const subtasks = { a: say('a'), b: say('b', { condition: 'false' }) };
    expect(await world.run(planOf({ g: { type: 'group', completionMode: 'any', subtasks } }))).toBe('failed');
  });
});

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

describe('a budget', () => {
  const limits = { maxTotalTokens: 250, maxOutputTokens: 100 };
  const answer = () => ({ content: 'x', inputTokens: 50, outputTokens: 50 });
  const steps = [say('a'), say('b'), say('c')];

  it('lets no call begin that may go beyond it, asks, and goes on with what is allowed', async () => {
    const world = createWorld({ answer, person: () => '1000' });
    expect(await world.run(planOf({ s: { type: 'sequential', steps, limits } }))).toBe('completed');
    expect(world.person.questions).toMatchObject([{ kind: 'budget', resource: 'tokens', used: 200, limit: 250 }]);
    expect(kinds(world.log.events, 'run.paused').map(({ data }) => data)).toEqual([{ reason: 'budget' }]);
    expect(world.models.requests).toHaveLength(3);
  });

  it('of a run fails with its figures where nobody can be asked, or the answer is no', async () => {
    for (const person of [undefined, () => 'stop']) {
      const world = createWorld({ answer, ...(person && { person }) });
      expect(await world.run(planOf({ s: { type: 'sequential', steps } }, { limits }))).toBe('failed');
      expect(kinds(world.log.events, 'task.failed')[0]?.error).toMatchObject({
        code: 'RESOURCE_EXHAUSTION',
        details: { resource: 'tokens', used: 200, limit: 250 },
      });
    }
  });

  it('is asked for once, and again by who takes the run up before the answer', async () => {
    const plan = planOf({ s: { type: 'sequential', steps, limits } });
    const world = createWorld({
      answer,
      person: () => {
        queueMicrotask(() => world.pause.abort());
        return { wait: true };
      },
    });
    expect(await world.run(plan)).toBe('waiting');
    const again = createWorld({ answer, person: () => '1000', log: world.log.events, blobs: world.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(again.person.questions).toHaveLength(1);
    expect(kinds(again.log.events, 'input.requested')).toHaveLength(1);
  });

  it('that was raised stays so when the run is taken up again', async () => {
    const plan = planOf({ s: { type: 'sequential', steps, limits } });
    const world = createWorld({ answer, person: () => '1000' });
    await world.run(plan);
    const cut = world.log.events.findIndex(({ kind }) => kind === 'input.provided') + 1;
    const again = createWorld({ answer, log: world.log.events.slice(0, cut), blobs: world.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(again.person.questions).toEqual([]);
  });
});

describe('a run that is paused', () => {
  it('ends nothing, and goes on from where it was', async () => {
    const plan = planOf({ s: { type: 'sequential', steps: [say('a'), say('b')] } });
    const world = createWorld({
      answer: (request) => {
        if (promptOf(request) === 'b') world.pause.abort();
        return { content: 'x', latencyMs: 1000 };
      },
    });
    expect(await world.run(plan)).toBe('waiting');
    expect(world.log.events.at(-1)).toMatchObject({ kind: 'run.paused', data: { reason: 'person' } });
    expect(kinds(world.log.events, 'task.cancelled')).toEqual([]);

    const again = createWorld({ log: world.log.events, blobs: world.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(prompts(again)).toEqual(['b']);
  });
});
