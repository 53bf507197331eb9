import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../../document';
import { documentOf } from '../../sample.testing';
import { locateTask, type TaskPath } from '../../task-path';
import { groupTasks } from './group-tasks';
import { inlineCall } from './inline-call';
import { findNewError } from './refuse-errors';
import { replaceType } from './replace-type';
import { groupAround, ungroupTask } from './ungroup-task';
import { wrappings, wrapTasks } from './wrap-tasks';

type Fields = Readonly<Record<string, unknown>>;

const step = (description: string, more: Fields = {}) => ({ type: 'atomic', description, ...more });
const group = (subtasks: Fields, more: Fields = {}) => ({ type: 'group', subtasks, ...more });
const sequence = (...steps: Fields[]) => ({ type: 'sequential', steps });
const flow = (tasks: Fields, more: Fields = {}): WorkflowDocument =>
  documentOf(tasks as Record<string, Fields>, { defaultModel: 'sim:echo', ...more } as never);
const told = (result: { ok: boolean; error?: { message: string } }) => (result.ok ? 'ok' : result.error?.message);

describe('tasks are not grouped', () => {
  const around = flow({
    a: step('A'),
    b: step('B', { name: 'Bee', dependsOn: ['a'] }),
    c: step('C', { dependsOn: ['a'] }),
    d: step('D', { dependsOn: ['b', 'c'] }),
    e: step('E', { dependsOn: ['a'] }),
    f: {
      type: 'cond',
      cases: [
        { test: 'true', task: step('1') },
        { test: 'true', task: step('2') },
      ],
    },
    s: sequence(step('1'), step('2'), step('3'), step('4')),
    t: sequence(step('1')),
  });
  it.each<[string, readonly TaskPath[], string | RegExp]>([
    ['where there are none', [], 'Select the tasks to group first.'],
    ['where one is not there', ['a', 'none'], 'No task “none”.'],
    ['where only one of them runs', ['f/case:1', 'f/case:2'], /Only one of these tasks runs at a time/],
    ['without all that run between them', ['a', 'd'], '“Bee”, “c” runs between these tasks. Select them too.'],
    ['without the one that runs between them', ['a', 'b', 'd'], '“c” runs between these tasks. Select it too.'],
    ['of several containers', ['s/step_1', 't/step_1'], /different containers/],
    ['with steps left out', ['s/step_1', 's/step_2', 's/step_4'], /other steps between/],
    ['but where nothing runs between them', ['a', 'b', 'c'], 'ok'],
    ['but where what waits for one is not waited for', ['a', 'b', 'c', 'd'], 'ok'],
    ['but where steps follow one another', ['s/step_3', 's/step_2'], 'ok'],
    ['but where it is one of several cases', ['f/case:2'], 'ok'],
  ])('%s', (_what, taskPaths, message) => {
    const said = told(groupTasks(around, { taskPaths }));
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });
});

describe('a container is not ungrouped', () => {
  const skipped = step('S', { condition: 'variables.x == 1' });
  const around = flow(
    {
      empty: group({}),
      m: { type: 'map', items: [1], innerTask: group({ a: step('A') }) },
      n: { type: 'map', items: [1], innerTask: sequence(step('1'), step('2')) },
      o: { type: 'map', items: [1], innerTask: sequence(step('1')) },
      s: sequence(group({ a: step('A') }), group({ b: step('B') }), { ...group({ c: step('C') }), id: 'last' }),
      t: sequence(step('1'), skipped, step('3')),
      u: sequence(step('1'), skipped),
      v: group({ a: step('A') }, { name: 'Vee', completionMode: 'any', onChildFailure: 'continue' }),
      w: group({ a: step('A') }, { completionMode: 'all', name: 'W', description: 'Note', priority: 1 }),
    },
    { variables: { x: 1 } },
  );
  it.each<[string, TaskPath, string | RegExp]>([
    ['that is not there', 'none', 'No task “none”.'],
    ['that is empty', 'empty', '“empty” is empty. Delete it instead.'],
    ['that is none', 'm', /^“m” \(.+\) cannot be ungrouped. Groups and sequences can.$/],
    ['where its result is another', 'm/inner_task', /There is room for one task in the place of/],
    ['where several have no room', 'n/inner_task', /There is room for one task in the place of/],
    ['whose result is that of a sequence', 's/last', /The result of “last” is that of the sequence around it/],
    ['whose steps may be skipped', 't', /^“step_2” may be skipped/],
    ['with settings', 'v', '“Vee” has completion_mode, on_child_failure, which its tasks would lose.'],
    ['but where one step has room', 'o/inner_task', 'ok'],
    ['but where another step comes after it', 's/step_1', 'ok'],
    ['but where only the last step may be skipped', 'u', 'ok'],
    ['but where its settings say nothing', 'w', 'ok'],
  ])('%s', (_what, taskPath, message) => {
    const said = told(ungroupTask(around, { taskPath }));
    if (typeof message === 'string') expect(said).toBe(message);
    else expect(said).toMatch(message);
  });

  it('that is around a task is found from within', () => {
    const at = (taskPath: TaskPath) => groupAround(around, taskPath);
    expect([at('m/inner_task/a'), at('m/inner_task'), at('m'), at('s/step_1/a'), at('s'), at('none')]).toEqual([
      ...['m/inner_task', 'm/inner_task', undefined, 's/step_1', 's', undefined],
    ]);
  });
});

describe('tasks are not wrapped', () => {
  const around = flow({
    d: { type: 'director_evaluator', director: step('D'), evaluator: step('E'), mode: 'static' },
    b: step('B', { bestOf: { n: 2, evaluator: step('E') } }),
    a: step('A'),
  });
  const must = 'What directs or judges must answer by itself. Wrap the container that it is in.';
  it.each<[string, readonly TaskPath[], string]>([
    ['where there are none', [], 'Select the tasks to wrap first.'],
    ['that are not there', ['none'], 'No task “none”.'],
    ['where they direct', ['d/director'], must],
    ['where they judge', ['d/evaluator'], must],
    ['where they choose', ['b/best_of'], must],
    ['but where they are tasks', ['a'], 'ok'],
  ])('%s', (_what, taskPaths, message) => {
    for (const wrapping of wrappings) expect(told(wrapTasks(around, { taskPaths, wrapping }))).toBe(message);
  });
});

describe('a prompt that is wrapped with an evaluator', () => {
  const wrapped = (task: Fields) => {
    const made = wrapTasks(flow({ a: task }), { taskPaths: ['a'], wrapping: 'director_evaluator' });
    if (!made.ok) throw new Error(made.error.message);
    return locateTask(made.value.document, 'a/director')?.task.description;
  };
  const heed = 'Heed what was said of the last one: {{last_evaluator_output}}';
  it.each([
    ['is told to heed it', step('Write.\n'), `Write.\n\n${heed}`],
    ['is that alone, where there was none', { type: 'atomic' }, heed],
  ])('%s', (_what, task, description) => expect(wrapped(task)).toBe(description));

  it('is left as it is where it is no prompt', () => {
    expect(wrapped({ type: 'script', description: 'Runs', script: { content: 'x' } })).toBe('Runs');
  });
});

describe('a call that is inlined', () => {
  const f = (parameters: readonly Fields[], task: Fields) => ({ f: { parameters, task } });
  const inlined = (library: Fields, call: Fields, tasks: Fields = {}) => {
    const document = flow(
      { a: step('A'), 'b-c': step('B'), c: { type: 'call', ref: 'f', dependsOn: ['a', 'b-c'], ...call }, ...tasks },
      { library, variables: { v: 1 } },
    );
    const made = inlineCall(document, { taskPath: 'c' });
    return made.ok ? locateTask(made.value.document, 'c')?.task : made.error.message;
  };
  const dependsOn = ['a', 'b-c'];

  it('has what it was given, or else what is usual, as inputs', () => {
    const library = f([{ name: 'p' }, { name: 'n', default: 3 }, { name: 'm' }], step('{{p}} {{n}} {{m}}'));
    expect(inlined(library, { args: { p: 'Dear {{a}}', m: 0 } })).toEqual(
      step('{{p}} {{n}} {{m}}', { dependsOn, inputs: { p: 'Dear {{a}}', n: 3, m: 0 } }),
    );
    expect(inlined(f([{ name: 'p' }], step('P')), { args: { p: 1 } })).toEqual(step('P', { dependsOn }));
  });

  it.each([
    ['a.output.items[0].x', '{{a.output.items[0].x.y}}', 'tasks.a.output.items[0].x.y == 1'],
    ['a.output', '{{a.output.y}}', 'tasks.a.output.y == 1'],
    ['v', '{{v.y}}', 'variables.v.y == 1'],
  ])('reads what its arguments read: %s', (from, description, validate) => {
    const library = f([{ name: 'p' }], step('{{p.y}}', { validate: 'inputs.p.y == 1' }));
    expect(inlined(library, { args: { p: { from } } })).toMatchObject({ description, validate });
  });

  it('reads the content of a result that is passed on as a whole, under any id', () => {
    const library = f([{ name: 'p' }], step('{{p}}', { validate: 'inputs.p == "x"' }));
    expect(inlined(library, { args: { p: { from: 'b-c' } } })).toMatchObject({
      description: '{{b-c}}',
      validate: 'tasks["b-c"].content == "x"',
    });
  });

  it.each([
    ['inputs', 'variables', 'inputs.i == 1'],
    ['variables', 'inputs', 'variables.i == 1'],
  ])('reads %s of what it is in, be there %s further out', (near, far, validate) => {
    const c = { type: 'call', ref: 'f', args: { p: { from: 'i' } } };
    const around = group({ g: group({ c }, { [near]: { i: 1 } }) }, { [far]: { i: 2 } });
    const library = f([{ name: 'p' }], step('{{p}}', { validate: 'inputs.p == 1' }));
    const made = inlineCall(flow({ o: around }, { library }), { taskPath: 'o/g/c' });
    expect(made.ok && locateTask(made.value.document, 'o/g/c')?.task).toEqual(step('{{i}}', { validate }));
  });

  it('reads what a container gives as its arguments do, but by no name that means it by chance', () => {
    const inMap = (library: Fields, args: Fields) => {
      const innerTask = { type: 'call', ref: 'f', args };
      const map = { type: 'map', dependsOn: ['a'], items: { from: 'a.output' }, innerTask };
      const made = inlineCall(flow({ a: step('A'), m: map }, { library }), { taskPath: 'm/inner_task' });
      return made.ok ? locateTask(made.value.document, 'm/inner_task')?.task : made.error.message;
    };
    const reading = f([{ name: 'p' }], step('{{p.x}}', { validate: 'inputs.p.x == 1' }));
    expect(inMap(reading, { p: { from: 'item' } })).toEqual(step('{{item.x}}', { validate: 'item.x == 1' }));
    expect(inMap(f([], step('{{item}}')), {})).toMatch(
      /^“item” means something else where “.*” is\. Rename it first\.$/,
    );
  });

  it('reads a name that nothing has as its arguments do', () => {
    const of = (task: Fields) => inlined(f([{ name: 'p' }], task), { args: { p: { from: 'nothing' } } });
    expect(of(step('{{p}}'))).toEqual(step('{{nothing}}', { dependsOn }));
    const inputs = (from: string) => ({ inputs: { q: { from } } });
    expect(of(step('P', inputs('p')))).toEqual(step('P', { dependsOn, ...inputs('nothing') }));
    expect(of(step('P', { validate: 'inputs.p == 1' }))).toMatch(/Unknown variable: nothing/);
  });

  it('has its own name, and the description only where the function has none', () => {
    const named = f([], step('F', { name: 'Theirs' }));
    expect(inlined(named, { name: 'Mine', description: 'D' })).toEqual(step('F', { name: 'Mine', dependsOn }));
    expect(inlined(f([], { type: 'script', script: { content: 'x' } }), { description: 'D' })).toEqual({
      ...{ type: 'script', script: { content: 'x' }, description: 'D', dependsOn },
    });
  });

  it.each<[string, Fields, Fields, string]>([
    [
      'it has inputs',
      f([], step('F')),
      { inputs: { x: 1 } },
      '“c” has inputs, which “f” does not see. Remove them first.',
    ],
    [
      'it has a name and variables',
      f([], step('F')),
      { name: 'Mine', variables: {} },
      '“Mine” has variables, which “f” does not see. Remove them first.',
    ],
    ['there is no such function', {}, {}, 'The workflow has no function “f” with a task.'],
    ['the function has no task', { f: {} }, {}, 'The workflow has no function “f” with a task.'],
    [
      'an input has the name of a parameter',
      f([{ name: 'p' }], step('{{p}}', { inputs: { p: 'x {{p}}' } })),
      { args: { p: 'y' } },
      '“f” has an input “p” of its own. Rename that first.',
    ],
    [
      'it would read what it did not see',
      f([], step('{{a}}')),
      {},
      '“a” means something else where “c” is. Rename it first.',
    ],
    [
      'both have a condition',
      f([], step('F', { condition: 'variables.v == 1', maxRetries: 1 })),
      { condition: 'variables.v == 2' },
      'Both “c” and “f” have condition. Remove it from one of them.',
    ],
    [
      'both say when it fails',
      f([], step('F', { errorHandling: { onError: 'skip' } })),
      { errorHandling: { onError: 'fail' } },
      'Both “c” and “f” have error_handling. Remove it from one of them.',
    ],
    [
      'the function has something else of that name',
      f([{ name: 'p' }], group({ a: step('Mine'), x: step('{{p}}', { dependsOn: ['a'] }) })),
      { args: { p: { from: 'a' } } },
      '“a” of the call means something else within the function. Rename one of them.',
    ],
  ])('is none where %s', (_what, library, call, message) => {
    expect(inlined(library, call)).toBe(message);
  });
});

describe('another type is none', () => {
  it('of a task that is not there, and the same is no change', () => {
    const document = flow({ a: step('A') });
    expect(told(replaceType(document, { taskPath: 'none', type: 'map' }))).toBe('No task “none”.');
    const same = replaceType(document, { taskPath: 'a', type: 'atomic' });
    expect(same.ok && same.value).toEqual({ document, lost: [], dropped: 0 });
  });
});

describe('the error that an edit caused', () => {
  const ghost = step('{{ghost}}');
  const codeOf = (before: WorkflowDocument, after: WorkflowDocument) => findNewError(before, after)?.message;
  const missing = (name: string) => `“${name}” is not a task, input or variable.`;

  it('is one that was not there before, in what it changed or in what reads that', () => {
    expect(codeOf(flow({ a: ghost }), flow({ a: step('{{ghost}} ') }))).toBeUndefined();
    expect(codeOf(flow({ a: ghost }), flow({ a: ghost, b: step('{{other}}') }))).toBe(missing('other'));
    expect(codeOf(flow({ a: ghost }), flow({ a: step('{{ghost}} {{other}}') }))).toBe(missing('other'));
    expect(codeOf(flow({ a: step('{{ghost}}{{ghost2}}') }), flow({ a: step('{{other}}') }))).toBeUndefined();
    expect(codeOf(flow({ a: ghost }), flow({ a: ghost, b: ghost }))).toBe(missing('ghost'));
    const alone = (description: string) => step(description, { dependsOn: ['none'] });
    const [one, other] = [flow({ a: ghost, b: alone('B') }), flow({ a: step('{{other}}'), b: alone('C') })];
    expect(codeOf(one, other)).toBeUndefined();
    const reader = step('{{x}}', { dependsOn: ['a'] });
    const returning = step('A', { returns: { x: 'output' } });
    expect(codeOf(flow({ a: returning, b: reader }), flow({ a: step('A'), b: reader }))).toBe(missing('x'));
    expect(codeOf(flow({ a: step('A'), b: reader }), flow({ a: returning, b: reader }))).toBeUndefined();
    const named = step('{{a}}', { dependsOn: ['a'] });
    expect(codeOf(flow({ a: step('A'), b: named }), flow({ b: named }))).toMatch(/^No task “a”/);
  });

  it('is one in a function that changed', () => {
    const [one, two] = [{ task: step('F') }, { task: ghost }];
    expect(codeOf(flow({}, { library: { f: one } }), flow({}, { library: { f: two } }))).toBe(missing('ghost'));
    expect(codeOf(flow({}), flow({}, { library: { f: two } }))).toBe(missing('ghost'));
    expect(codeOf(flow({}, { library: { f: two } }), flow({}, { library: { f: two } }))).toBeUndefined();
  });

  it('is no warning, and no missing model', () => {
    const bare = (tasks: Fields) => flow(tasks, { defaultModel: undefined });
    expect(codeOf(bare({}), bare({ a: step('A') }))).toBeUndefined();
    expect(codeOf(flow({}), flow({ a: step('A', { condition: 'false' }) }))).toBeUndefined();
  });
});
