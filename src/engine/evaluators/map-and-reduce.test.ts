import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { kinds, promptOf, prompts, resultOf, say } from '../testing/nested.testing';
import { providerError } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

/** How far a task was after each event of a run, without repetitions: `2 of 3`. */
function sharesOf(world: ReturnType<typeof createWorld>, id: string): readonly string[] {
  let state = emptyRun;
  const shares: string[] = [];
  for (const event of world.log.events) {
    state = reduceRun(state, [event]);
    const run = state.tasks.get(id);
    const share = run?.status === 'running' ? `${run.done ?? 0} of ${run.parts}` : run?.status;
    if (share !== undefined && share !== shares.at(-1)) shares.push(share);
  }
  return shares;
}

describe('how far a container is', () => {
  it('counts items that have ended, however they did, and a further attempt goes on with what completed', async () => {
    let called = 0;
    const world = createWorld({ script: () => ({ exitCode: ++called === 2 ? 1 : 0 }) });
    const inner = { type: 'sequential', steps: [{ id: 'a', type: 'script', script: { content: 'try' } }] };
    const m = {
      type: 'map',
      items: [0, 1, 2],
      innerTask: inner,
      maxConcurrency: 1,
      errorHandling: { onError: 'retry', maxRetries: 2 },
    };
    await world.run(planOf({ m }));
    expect(sharesOf(world, 'm')).toEqual(['0 of 3', '1 of 3', '2 of 3', '1 of 3', '2 of 3', '3 of 3', 'ok']);
  });

  it('counts the items of a reduce, not its parts, and the steps and tasks of others', async () => {
    const world = createWorld();
    const part = { innerTask: say('{{item}}'), reductionTask: say('{{accumulator}}') };
    const parts = { a: say('1'), b: { ...say('2'), dependsOn: ['a'] } };
    await world.run(
      planOf({
        r: { type: 'reduce', items: [1, 2], initialValue: '', ...part },
        s: {
          type: 'sequential',
          steps: [
            { id: 'a', ...say('1') },
            { id: 'b', ...say('2') },
          ],
        },
        g: { type: 'group', subtasks: parts },
      }),
    );
    for (const id of ['r', 's', 'g']) expect(sharesOf(world, id)).toEqual(['0 of 2', '1 of 2', '2 of 2', 'ok']);
  });

  it('counts the rounds of a loop, whose parts are gone through more than once', async () => {
    const world = createWorld();
    const s = { type: 'sequential', steps: [{ id: 'a', ...say('1') }], loop: { type: 'repeat', count: 2 } };
    await world.run(planOf({ s }));
    expect(sharesOf(world, 's')).toEqual(['0 of undefined', '1 of undefined', '2 of undefined', 'ok']);
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

  it('gives a script its item, if the script says nothing of its input', async () => {
    const world = createWorld({ script: ({ stdin }) => ({ stdout: stdin }) });
    const script = { content: 'cat' };
    const own = { type: 'script', script, inputs: { mine: 1 } };
    await world.run(
      planOf({
        m: { type: 'map', items: ['pear'], innerTask: { type: 'script', script } },
        n: { type: 'map', dependsOn: ['m'], items: ['pear'], innerTask: own },
        r: {
          type: 'reduce',
          dependsOn: ['n'],
          items: [1, 2],
          initialValue: 0,
          reductionTask: { type: 'script', script: { content: 'add' } },
        },
      }),
    );
    expect(world.scripts.map(({ stdin }) => JSON.parse(stdin ?? ''))).toEqual([
      { item: 'pear', index: 0, name: '0' },
      { mine: 1 },
      { current_result: 1, accumulator: 0, original_input: 1, index: 0, name: '0' },
      expect.objectContaining({ current_result: 2, original_input: 2 }),
    ]);
    expect(world.scripts[0]?.env).toMatchObject({ item: 'pear', index: '0' });
  });

  it.each([
    ['an input of another name', { it: { from: 'item' } }, 'Describe {{it}}.', 'Describe pear.'],
    ['an input that holds it', { it: 'a {{item}}' }, 'Go.', '<inputs>\n  <it>a pear</it>\n</inputs>\n\nGo.'],
    ['an empty input', { item: '' }, 'Go.', '<inputs>\n  <item>pear</item>\n</inputs>\n\nGo.'],
    ['an input that hides it', { item: 'x' }, 'Go.', '<inputs>\n  <item>x</item>\n</inputs>\n\nGo.'],
  ])('tells an item once, where the task has %s', async (_what, inputs, text, told) => {
    const world = createWorld();
    await world.run(planOf({ m: { type: 'map', items: ['pear'], innerTask: say(text, { inputs }) } }));
    expect(prompts(world)).toEqual([told]);
  });

  it('gives a script at any depth what all containers and loops around it give', async () => {
    const world = createWorld({ script: ({ stdin }) => ({ stdout: stdin }) });
    const steps = [{ type: 'script', script: { content: 'cat' }, loop: { type: 'repeat', count: 2 } }];
    await world.run(planOf({ m: { type: 'map', items: ['pear'], innerTask: { type: 'sequential', steps } } }));
    const given = { item: 'pear', index: 0, name: '0' };
    const first = { ...given, iteration: 1, last: null };
    expect(world.scripts.map(({ stdin }) => JSON.parse(stdin ?? ''))).toEqual([
      first,
      { ...given, iteration: 2, last: first },
    ]);
    expect(world.scripts[1]?.env).toMatchObject({ item: 'pear', iteration: '2' });
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
    // Items are counted from 1, as everywhere on the screen.
    expect(reduceRun(emptyRun, world.log.events).warnings.get('m')).toEqual(['Left out, because they failed: 2']);
  });

  it('says it clearly when its items are not a list', async () => {
    const world = createWorld({ answer: () => 'not a list' });
    const m = { type: 'map', dependsOn: ['a'], items: { from: 'a.output' }, innerTask: say('x') };
    expect(await world.run(planOf({ a: say('a'), m }))).toBe('failed');
    expect(kinds(world.log.events, 'task.failed')[0]?.error?.message).toContain('not a list');
  });
});

describe('what the parts of a map and a reduce inherit', () => {
  it.each([
    ['none', undefined, 'full', [false, true]],
    ['full', undefined, 'none', [true, false]],
    ['none', 'full', undefined, [true, false]],
    ['full', 'none', undefined, [false, true]],
    ['subset', 'none', 'full', [false, true]],
  ])(
    'is %s of the container, unless the inner task says %s, or the reduction %s',
    async (ofContainer, ofInner, ofReduction, told) => {
      const world = createWorld({ answer: () => 'known' });
      const context = (inheritContext: string | undefined) =>
        inheritContext === undefined ? {} : { contextManagement: { inheritContext } };
      const r = {
        type: 'reduce',
        dependsOn: ['before'],
        items: [1],
        initialValue: '',
        ...context(ofContainer),
        innerTask: say('inner', context(ofInner)),
        reductionTask: say('join', context(ofReduction)),
      };
      await world.run(planOf({ before: say('before'), r }));
      const [, ...parts] = prompts(world);
      expect(parts.map((prompt) => prompt.includes('<inherited_context>'))).toEqual(told);
    },
  );
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

  it('tells each value once, where empty inputs name them', async () => {
    const world = createWorld({ answer: () => 'V' });
    const inner = say('Look.', { inputs: { current_data: '' } });
    const reduction = say('Join.', { inputs: { current_result: '', accumulator: '', original_input: '' } });
    const r = { type: 'reduce', items: ['x'], initialValue: '0', innerTask: inner, reductionTask: reduction };
    await world.run(planOf({ r }));
    const tags = ['current_result', 'accumulator', 'original_input'].map((name, at) => {
      return `  <${name}>${['V', '0', 'x'][at]}</${name}>`;
    });
    expect(prompts(world)).toEqual([
      '<inputs>\n  <current_data>x</current_data>\n</inputs>\n\nLook.',
      `<inputs>\n${tags.join('\n')}\n</inputs>\n\nJoin.`,
    ]);
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
