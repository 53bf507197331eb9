import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSameJson } from '@/base/json';
import { samples } from '@/base/samples.testing';
import { applyModelChange, invertModelChange } from '../../change';
import type { WorkflowDocument } from '../../document';
import { getGraph, isWaitingFor } from '../../graph/graph';
import { nestedDocument } from '../../nested.testing';
import { documentOf } from '../../sample.testing';
import { findContainerPath, listParts, locateTask, type TaskPath } from '../../task-path';
import { type Task, type TaskType, taskTypes } from '../../tasks';
import { blankTasks } from '../../tasks/blank-tasks';
import { validateDocument } from '../../validate/validate';
import { computeChange } from '../change-between';
import { allTaskPaths, withoutProblems } from '../places/any-place.testing';
import { findSiblingTasks } from '../places/carry-waits';
import { extractFunction } from './extract-function';
import { groupTasks } from './group-tasks';
import { inlineCall } from './inline-call';
import { replaceType } from './replace-type';
import { typeReplaced } from './replace-type.testing';
import { ungroupTask } from './ungroup-task';
import { type Wrapping, wrappings, wrapTasks } from './wrap-tasks';

const step = (description: string, fields: object = {}) => ({ type: 'atomic', description, ...fields });

const flat = documentOf(
  {
    fetch: step('Fetch'),
    read: step('{{fetch}}', { dependsOn: ['fetch'] }),
    sum: step('{{read.output.title}}', { dependsOn: ['read'] }),
    report: step('{{sum}} {{read}}', { dependsOn: ['sum', 'read'], condition: 'tasks.sum.output.ok' }),
    s: { type: 'sequential', steps: [step('One'), step('{{step_1}}'), step('{{step_2}}', { id: 'last' })] },
    each: { type: 'map', items: [1], innerTask: step('{{item}}') },
    d: { type: 'director_evaluator', director: step('D'), evaluator: step('{{target_content}}') },
  },
  { layout: { tasks: { fetch: [0, 0], read: [300, 0], sum: [600, 0] } }, defaultModel: 'sim:echo' } as never,
);

function done<T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const told = (result: { ok: boolean; error?: { message: string } }) => (result.ok ? undefined : result.error?.message);
const at = (document: WorkflowDocument, taskPath: string) => locateTask(document, taskPath)?.task;
const errorsOf = (document: WorkflowDocument) =>
  validateDocument(document, []).filter(({ severity }) => severity === 'error');

describe('tasks that are grouped', () => {
  it('are read from the result of the group, which waits and is waited for in their place', () => {
    const { document, taskPath } = done(
      groupTasks(flat, { taskPaths: ['sum', 'read'], at: [280, 0], positions: new Map([['read', [0, 0]]]) }),
    );
    expect(taskPath).toBe('group_1');
    expect(at(document, 'group_1')).toEqual({
      type: 'group',
      dependsOn: ['fetch'],
      subtasks: { read: step('{{fetch}}'), sum: step('{{read.output.title}}', { dependsOn: ['read'] }) },
    });
    expect(at(document, 'report')).toMatchObject({
      description: '{{group_1.output.sum}} {{group_1.output.read}}',
      dependsOn: ['group_1'],
      condition: 'tasks.group_1.output.sum.ok',
    });
    expect(document.layout?.tasks).toEqual({ fetch: [0, 0], group_1: [280, 0], 'group_1/read': [0, 0] });
    const { document: back, taskPaths } = done(ungroupTask(document, { taskPath }));
    expect(taskPaths).toEqual(['read', 'sum']);
    expect({ ...back.tasks }).toEqual({ ...flat.tasks });
  });

  it('of a sequence stay in their order, and a part that is alone keeps its result', () => {
    const { document } = done(groupTasks(flat, { taskPaths: ['s/step_2', 's/last'] }));
    expect(at(document, 's')).toEqual({
      type: 'sequential',
      steps: [
        step('One'),
        {
          id: 'sequence_1',
          type: 'sequential',
          steps: [step('{{step_1}}', { id: 'step_2' }), step('{{step_2}}', { id: 'last' })],
        },
      ],
    });
    expect(done(ungroupTask(document, { taskPath: 's/sequence_1' })).taskPaths).toEqual(['s/step_2', 's/last']);
    const part = done(groupTasks(flat, { taskPaths: ['each/inner_task'] }));
    expect(at(part.document, 'each')).toMatchObject({ innerTask: { type: 'sequential', steps: [step('{{item}}')] } });
    expect(at(done(ungroupTask(part.document, part)).document, 'each')).toMatchObject({ innerTask: step('{{item}}') });
  });

  it('are refused with the reason where that would change what runs', () => {
    expect(told(groupTasks(flat, { taskPaths: ['fetch', 'sum'] }))).toBe(
      '“read” runs between these tasks. Select it too.',
    );
    expect(told(groupTasks(flat, { taskPaths: ['s/step_1', 's/last'] }))).toMatch(/other steps between/);
    expect(told(groupTasks(flat, { taskPaths: ['fetch', 's/last'] }))).toMatch(/different containers/);
    expect(told(groupTasks(flat, { taskPaths: ['s/step_1', 's/step_2'] }))).toBeUndefined();
    const status = documentOf({ a: step('A'), b: step('{{a.status}}', { dependsOn: ['a'] }) });
    expect(told(groupTasks(status, { taskPaths: ['a'] }))).toBe('“b” reads “a”, which is in “group_1”.');
  });
});

describe('a container that is ungrouped', () => {
  const grouped = documentOf({
    a: step('A'),
    web: step('Mine'),
    g: {
      type: 'group',
      dependsOn: ['a'],
      maxConcurrency: 2,
      subtasks: { web: step('Web'), merge: step('{{web}} {{a}}', { dependsOn: ['web'] }) },
    },
    end: step('{{g.output.merge}} {{g.output.web.title}}', {
      dependsOn: ['g'],
      condition: 'tasks.g.output.web != null',
    }),
  });

  it('gives its place to its tasks: ids that are taken change, and what was read is read from them', () => {
    const { document } = done(ungroupTask(grouped, { taskPath: 'g', drop: true }));
    expect({ ...document.tasks }).toEqual({
      a: step('A'),
      web: step('Mine'),
      web_2: step('Web', { dependsOn: ['a'] }),
      merge: step('{{web_2}} {{a}}', { dependsOn: ['web_2'] }),
      end: step('{{merge}} {{web_2.output.title}}', {
        dependsOn: ['merge', 'web_2'],
        condition: 'tasks.web_2.output != null',
      }),
    });
  });

  it('lets what waited for it and for others wait for each of its tasks that it reads', () => {
    const subtasks = { b: step('B'), c: step('C', { dependsOn: ['b'] }) };
    const document = documentOf({
      a: step('A'),
      g: { type: 'group', subtasks },
      end: step('{{g.output.b}} {{g.output.c}}', { dependsOn: ['a', 'g'] }),
    });
    const { document: next } = done(ungroupTask(document, { taskPath: 'g' }));
    expect(at(next, 'end')).toEqual(step('{{b}} {{c}}', { dependsOn: ['a', 'c', 'b'] }));
  });

  it('gives what it waited for, as a step among steps, to the first of its tasks', () => {
    const steps = [
      step('A', { id: 'a' }),
      { type: 'sequential', id: 'in', dependsOn: ['a'], steps: [step('B'), step('C')] },
    ];
    const document = documentOf({ s: { type: 'sequential', steps } });
    const { document: next } = done(ungroupTask(document, { taskPath: 's/in' }));
    expect(at(next, 's')).toMatchObject({ steps: [{}, { description: 'B', dependsOn: ['a'] }, { description: 'C' }] });
  });

  it('is refused where settings would be lost, or the result cannot be kept', () => {
    expect(told(ungroupTask(grouped, { taskPath: 'g' }))).toBe('“g” has max_concurrency, which its tasks would lose.');
    expect(told(ungroupTask(flat, { taskPath: 'each' }))).toMatch(/cannot be ungrouped/);
    const whole = documentOf({
      g: { type: 'group', subtasks: { a: step('A') } },
      b: step('{{g}}', { dependsOn: ['g'] }),
    });
    expect(told(ungroupTask(whole, { taskPath: 'g' }))).toMatch(/“b” reads “g”/);
    const steps = documentOf({ s: { type: 'sequential', steps: [step('A', { condition: 'false' }), step('B')] } });
    expect(told(ungroupTask(steps, { taskPath: 's' }))).toMatch(/may be skipped/);
  });

  it('lets steps that come to a graph wait for one another', () => {
    const { document } = done(ungroupTask(flat, { taskPath: 's' }));
    expect(at(document, 'step_2')).toEqual(step('{{step_1}}', { dependsOn: ['step_1'] }));
    expect(at(document, 'last')).toEqual(step('{{step_2}}', { dependsOn: ['step_2'] }));
  });
});

describe('tasks that are wrapped', () => {
  it('in a map run for each item of what they waited for; the map takes id and waits', () => {
    const whole = documentOf({ ...flat.tasks, sum: step('{{read}}', { dependsOn: ['read'] }) }, flat as never);
    const { document, taskPath } = done(wrapTasks(whole, { taskPaths: ['read'], wrapping: 'map' }));
    expect(taskPath).toBe('read');
    expect(at(document, 'read')).toEqual({
      type: 'map',
      dependsOn: ['fetch'],
      items: { from: 'fetch' },
      innerTask: step('{{fetch}}'),
    });
    expect(document.layout?.tasks).toEqual(flat.layout?.tasks);
    expect(told(wrapTasks(flat, { taskPaths: ['read'], wrapping: 'map' }))).toMatch(/“read.output” is a list/);
  });

  it('in a loop run again; several, or one with a loop, are grouped first', () => {
    expect(at(done(wrapTasks(flat, { taskPaths: ['read'], wrapping: 'loop' })).document, 'read')).toMatchObject({
      type: 'atomic',
      loop: { type: 'repeat', count: 3 },
    });
    const { document } = done(wrapTasks(flat, { taskPaths: ['read', 'sum'], wrapping: 'loop' }));
    expect(at(document, 'group_1')).toMatchObject({ type: 'group', loop: { count: 3 }, dependsOn: ['fetch'] });
  });

  it('in a director with an evaluator heed what was said', () => {
    const { document } = done(wrapTasks(flat, { taskPaths: ['sum'], wrapping: 'director_evaluator' }));
    expect(at(document, 'sum')).toMatchObject({
      type: 'director_evaluator',
      dependsOn: ['read'],
      director: step('{{read.output.title}}\n\nHeed what was said of the last one: {{last_evaluator_output}}'),
      evaluator: { type: 'atomic' },
    });
    expect(errorsOf(document)).toEqual(errorsOf(flat));
    expect(told(wrapTasks(flat, { taskPaths: ['d/director'], wrapping: 'map' }))).toMatch(/must answer by itself/);
  });
});

describe('tasks that become a function', () => {
  const source = documentOf(
    {
      fetch: step('Fetch'),
      g: {
        type: 'group',
        dependsOn: ['fetch'],
        inputs: { tone: 'calm' },
        subtasks: {
          write: step('{{fetch.output.title}} {{fetch.output.text}} {{tone}} {{TONE}}', {
            name: 'Writer',
            condition: 'tasks.fetch.output.ok && inputs.tone != ""',
            errorHandling: { onError: 'skip' },
          }),
          end: step('{{write.output}} {{fetch}}', { dependsOn: ['write'], validate: 'size(tasks.fetch.content) > 1' }),
        },
      },
    },
    { variables: { TONE: 'kind' }, defaultModel: 'sim:echo' },
  );

  it('are called with what they read from outside', () => {
    const { document, name } = done(extractFunction(source, { taskPaths: ['g/write'] }));
    expect(name).toBe('write');
    expect(document.library?.['write']).toEqual({
      parameters: [{ name: 'fetch' }, { name: 'tone' }],
      task: step('{{fetch.title}} {{fetch.text}} {{tone}} {{TONE}}', { errorHandling: { onError: 'skip' } }),
    });
    expect(at(document, 'g/write')).toEqual({
      type: 'call',
      name: 'Writer',
      condition: 'tasks.fetch.output.ok && inputs.tone != ""',
      ref: 'write',
      args: { fetch: { from: 'fetch.output' }, tone: { from: 'tone' } },
    });
    expect(errorsOf(document)).toEqual([]);
    expect({ ...done(inlineCall(document, { taskPath: 'g/write' })).document.tasks }).toEqual({ ...source.tasks });
  });

  it('read several fields of a result by several parameters, and expressions follow', () => {
    const { document } = done(extractFunction(source, { taskPaths: ['g/end'] }));
    expect(document.library?.['end']).toMatchObject({
      parameters: [{ name: 'write' }, { name: 'fetch' }, { name: 'fetch_content' }],
      task: { description: '{{write}} {{fetch}}', validate: 'size(inputs.fetch_content) > 1' },
    });
    const back = done(inlineCall(document, { taskPath: 'g/end' }));
    expect(at(back.document, 'g/end')).toEqual(at(source, 'g/end'));
  });

  it('are refused where an expression reads all of a result', () => {
    const document = documentOf({
      a: step('A'),
      b: { type: 'cond', dependsOn: ['a'], cases: [{ test: 'size(tasks.a) > 1', task: step('B') }] },
    });
    expect(told(extractFunction(document, { taskPaths: ['b'] }))).toBe(
      'It reads “a” as a whole record. Let it read one field, such as its output.',
    );
  });

  it('are grouped first if they are several', () => {
    const { document, taskPath, name } = done(extractFunction(source, { taskPaths: ['g/write', 'g/end'] }));
    expect([taskPath, name]).toEqual(['g/group_1', 'function']);
    expect(at(document, 'g/group_1')).toMatchObject({ type: 'call', ref: 'function' });
    expect(done(extractFunction(document, { taskPaths: ['fetch'], name: 'function' })).name).toBe('function_2');
  });

  it('are refused with the reason, as is what cannot be inlined', () => {
    expect(told(extractFunction(flat, { taskPaths: ['d/evaluator'] }))).toMatch(/must answer by itself/);
    expect(told(extractFunction(flat, { taskPaths: ['fetch'], name: 'a b' }))).toBeDefined();
    expect(told(inlineCall(flat, { taskPath: 'fetch' }))).toBe('“fetch” is not a call of a function.');
    const listed = documentOf({ a: step('A'), b: step('B', { dependsOn: ['a'], context: { includeTasks: ['a'] } }) });
    expect(told(extractFunction(listed, { taskPaths: ['b'] }))).toMatch(/Its context names “a”/);
    const returning = documentOf({
      a: step('{{title}}', { dependsOn: ['b'] }),
      b: step('B', { variables: {}, returns: { title: 'output' } }),
    });
    expect(told(extractFunction(returning, { taskPaths: ['b'] }))).toMatch(/“title” is not a task/);
    const hidden = documentOf({
      c: step('C'),
      g: {
        type: 'group',
        dependsOn: ['c'],
        variables: { c: 1 },
        subtasks: { w: { type: 'sequential', steps: [step('W', { condition: 'tasks.c.output != null' })] } },
      },
    });
    expect(told(extractFunction(hidden, { taskPaths: ['g/w'] }))).toMatch(/“c” names something else too/);
  });

  it('get a name that no call has yet, also none of a function that is not there', () => {
    const calling = documentOf({ a: { type: 'call', ref: 'b' }, b: step('B') });
    expect(done(extractFunction(calling, { taskPaths: ['b'] })).name).toBe('b_2');
    const library = {
      f: { parameters: [{ name: 'p' }], task: step('{{p}} {{TONE}}', { loop: { type: 'repeat', count: 2 } }) },
    };
    const calls = (call: object, more: object = {}) =>
      documentOf({ c: { type: 'call', ref: 'f', ...call } }, { library, variables: { TONE: 'x' }, ...more } as never);
    const args = { p: 'Dear {{TONE}}' };
    expect(at(done(inlineCall(calls({ args }), { taskPath: 'c' })).document, 'c')).toEqual({
      ...library.f.task,
      inputs: { p: 'Dear {{TONE}}' },
    });
    const hidden = documentOf(
      { g: { type: 'group', variables: { TONE: 'y' }, subtasks: { c: { type: 'call', ref: 'f', args } } } },
      { library, variables: { TONE: 'x' } } as never,
    );
    expect(told(inlineCall(hidden, { taskPath: 'g/c' }))).toMatch(/“TONE” means something else/);
    const twice = { args, loop: { type: 'repeat', count: 3 } };
    expect(told(inlineCall(calls(twice), { taskPath: 'c' }))).toBe(
      'Both “c” and “f” have loop. Remove it from one of them.',
    );
    expect(told(inlineCall(calls({ args, variables: { TONE: 'y' } }), { taskPath: 'c' }))).toMatch(
      /has variables, which “f” does not see/,
    );
  });
});

describe('another type', () => {
  const as = (taskPath: string, type: TaskType, document = flat) =>
    at(done(typeReplaced(document, taskPath, type)), taskPath);

  it('keeps the tasks in their order, and their names', () => {
    expect(as('s', 'group')).toEqual({
      type: 'group',
      subtasks: {
        step_1: step('One'),
        step_2: step('{{step_1}}', { dependsOn: ['step_1'] }),
        last: step('{{step_2}}', { dependsOn: ['step_2'] }),
      },
    });
    expect(as('s', 'sequential', done(typeReplaced(flat, 's', 'group')))).toMatchObject({
      steps: [{ id: 'step_1' }, { id: 'step_2' }, { id: 'last' }],
    });
    expect(as('s', 'map')).toMatchObject({
      type: 'map',
      innerTask: { type: 'sequential', steps: [{}, {}, { id: 'last' }] },
    });
    expect(as('s', 'cond')).toMatchObject({
      cases: ['has(variables.DRAFT)', 'has(variables.DRAFT_2)', 'has(variables.DRAFT_3)'].map((test) => ({ test })),
    });
    expect(as('s', 'cond')).toMatchObject({ cases: [{}, {}, { task: { id: 'last' } }] });
  });

  it('lets steps wait for one another in a group, whatever they read, and cases not', () => {
    const cases = [step('1'), step('2', { id: 'atomic_1' }), step('3')].map((task) => ({ test: 'true', task }));
    const document = documentOf({
      s: { type: 'sequential', steps: [step('1'), step('2')] },
      k: { type: 'cond', cases, else: step('4', { id: 'no' }) },
    });
    expect(as('s', 'group', document)).toMatchObject({ subtasks: { step_2: { dependsOn: ['step_1'] } } });
    const subtasks = { atomic_2: step('1'), atomic_1: step('2'), atomic_3: step('3'), no: step('4') };
    expect(as('k', 'group', document)).toEqual({ type: 'group', subtasks });
  });

  it('leaves tasks where they are that are no parts of the type: what chooses among tries, what an input is from', () => {
    const inputs = { x: { task: step('X') } };
    const bestOf = { n: 2, evaluator: step('E') };
    const document = documentOf({ s: { type: 'sequential', steps: [step('1')], bestOf, inputs } });
    expect(as('s', 'group', document)).toEqual({ type: 'group', subtasks: { step_1: step('1') }, bestOf, inputs });
  });

  it('keeps what is in a slot of the same name, and puts what is left into the first that is needed', () => {
    const innerTask = step('{{item}}');
    expect(as('each', 'reduce')).toEqual({ ...blankTasks.reduce, items: [1], innerTask });
    expect(as('each', 'director_evaluator')).toEqual({ ...blankTasks.director_evaluator, director: innerTask });
    const subtasks = { a: step('A'), b: step('B') };
    const document = documentOf({
      r: { type: 'reduce', items: [1], innerTask, reductionTask: step('R') },
      g: { type: 'group', subtasks },
      k: { type: 'cond', cases: [{ test: 'true', task: step('1', { id: 'yes' }) }] },
    });
    expect(as('r', 'map', document)).toEqual({ type: 'map', items: [1], innerTask });
    expect(as('g', 'map', document)).toMatchObject({ innerTask: { type: 'group', subtasks } });
    expect(as('k', 'map', document)).toMatchObject({ innerTask: step('1', { id: 'yes' }) });
    expect(done(replaceType(document, { taskPath: 'r', type: 'reduce' })).document).toBe(document);
  });

  it('keeps fields that fit, and what is asked', () => {
    expect(as('d', 'map')).toMatchObject({
      innerTask: { type: 'sequential', steps: [step('D', { id: 'atomic_1' }), {}] },
    });
    const ask = documentOf({ a: { type: 'ask', message: 'Go on?', form: { ok: { type: 'boolean' } } } });
    expect(as('a', 'atomic', ask)).toEqual({ type: 'atomic', description: 'Go on?' });
    expect(as('fetch', 'ask')).toMatchObject({ type: 'ask', message: 'Fetch' });
  });

  it('lists what could not be kept', () => {
    const { lost } = done(replaceType(flat, { taskPath: 's', type: 'cond' }));
    expect(lost.map(({ kind }) => kind)).toEqual(['name', 'name']);
    expect(done(replaceType(flat, { taskPath: 's', type: 'atomic' })).dropped).toBe(3);
    expect(done(replaceType(flat, { taskPath: 's', type: 'map' })).dropped).toBe(0);
  });

  it('is refused where two tasks have the same id', () => {
    const document = documentOf({ s: { type: 'sequential', steps: [step('1', { id: 'x' }), step('2', { id: 'x' })] } });
    expect(told(replaceType(document, { taskPath: 's', type: 'group' }))).toBe(
      'Two tasks in it have the id “x”. Give one of them another id first.',
    );
  });
});

const pick = <T>(all: readonly T[], which: number): T => all[which % all.length] as T;
/** Tasks beside each other, chosen by the bits of a number. */
function chosenFrom(document: WorkflowDocument, which: number, bits: number): TaskPath[] {
  const all = allTaskPaths(document);
  const first = pick(all, which);
  const container = findContainerPath(first);
  const beside = all.filter((one) => findContainerPath(one) === container);
  return beside.filter((one, index) => one === first || (bits >> (index % 8)) % 2 === 1);
}

/** The document with explicit ids of steps, and `{{a.output}}` written as `{{a}}`: what the result of a group keeps. */
function plain(document: WorkflowDocument): unknown {
  const withIds = (task: Task): Task => {
    const steps =
      task.type === 'sequential' ? task.steps?.map((one, index) => ({ id: `step_${index + 1}`, ...one })) : undefined;
    return steps === undefined ? task : ({ ...task, steps } as Task);
  };
  const text = JSON.stringify(document.tasks, (key, value) => {
    if (key === 'dependsOn') return undefined;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(withIds(value)).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
  return JSON.parse(text.replace(/(\{\{[\w.]+?|"from":"[\w.]+?)\.output(?=\}\}|")/g, '$1'));
}

/** Every wait among the tasks of a graph, also by way of others; steps wait by their order. */
function waitsOf(document: WorkflowDocument, container: TaskPath | undefined): ReadonlySet<string> {
  const tasks = findSiblingTasks(document, container);
  const isList = container !== undefined && locateTask(document, container)?.task.type !== 'group';
  if (tasks === undefined || isList) return new Set();
  const graph = getGraph(tasks);
  return new Set(
    graph.ids.flatMap((one) =>
      graph.ids.filter((other) => isWaitingFor(graph, one, other)).map((other) => `${one} ${other}`),
    ),
  );
}

describe('any structure', () => {
  const numRuns = samples('STRUCTURES', 15, 200);
  const which = { first: fc.nat(), bits: fc.nat(), kind: fc.nat() };

  it('adds no error and no loss, and is undone exactly', () => {
    let made = 0;
    fc.assert(
      fc.property(nestedDocument, fc.boolean(), fc.record(which), (drawn, whole, { first, bits, kind }) => {
        const document = whole ? drawn : withoutProblems(drawn);
        const taskPaths = chosenFrom(document, first, bits);
        const commands = [
          () => groupTasks(document, { taskPaths }),
          () => ungroupTask(document, { taskPath: pick(taskPaths, bits), drop: bits % 2 === 0 }),
          () => extractFunction(document, { taskPaths }),
          ...wrappings.map((wrapping: Wrapping) => () => wrapTasks(document, { taskPaths, wrapping })),
        ];
        const result = pick(commands, kind)();
        fc.pre(result.ok);
        made += 1;
        const next = result.value.document;
        expect(applyModelChange(next, invertModelChange(computeChange(document, next)))).toEqual(document);
        expect(errorsOf(next).slice(errorsOf(document).length)).toEqual([]);
      }),
      { numRuns },
    );
    expect(made).toBeGreaterThan(numRuns / 4);
  });

  it('of another type is undone exactly, and drops no task that has a place', () => {
    fc.assert(
      fc.property(nestedDocument, fc.nat(), fc.constantFrom(...taskTypes), (document, first, type) => {
        const taskPath = pick(allTaskPaths(document), first);
        const replaced = replaceType(document, { taskPath, type });
        if (!replaced.ok) {
          const segments = listParts(at(document, taskPath) as Task).map(({ position }) => position.segment);
          expect(new Set(segments).size).toBeLessThan(segments.length);
          expect(replaced.error.message).toMatch('Two tasks in it have the id');
          return;
        }
        const { document: next } = replaced.value;
        expect(applyModelChange(next, invertModelChange(computeChange(document, next)))).toEqual(document);
        const was = at(document, taskPath);
        const isList = type === 'sequential' || type === 'group' || type === 'cond';
        const own = listParts(was as Task).filter(({ position }) => !/^(input|best)/.test(position.role));
        if (was?.type !== type && isList && own.length > 0) {
          const now = listParts(at(next, taskPath) as Task).filter(
            ({ position }) => !/^(input|best)/.test(position.role),
          );
          expect(now).toHaveLength(own.length);
        }
      }),
      { numRuns },
    );
  });

  it('that is extracted and inlined is what it was', () => {
    let made = 0;
    fc.assert(
      fc.property(nestedDocument, fc.nat(), (drawn, first) => {
        const document = withoutProblems(drawn);
        const taskPath = pick(allTaskPaths(document), first);
        const extracted = extractFunction(document, { taskPaths: [taskPath] });
        fc.pre(extracted.ok);
        const back = inlineCall(extracted.value.document, { taskPath });
        fc.pre(back.ok);
        made += 1;
        expect({ ...back.value.document.tasks }).toEqual({ ...document.tasks });
      }),
      { numRuns },
    );
    expect(made).toBeGreaterThan(numRuns / 4);
  });

  it('that is grouped and ungrouped is what it was, and waits at least for what it waited for', () => {
    let made = 0;
    fc.assert(
      fc.property(nestedDocument, fc.record(which), (drawn, { first, bits }) => {
        const document = withoutProblems(drawn);
        const taskPaths = chosenFrom(document, first, bits);
        const grouped = groupTasks(document, { taskPaths });
        fc.pre(grouped.ok);
        const back = ungroupTask(grouped.value.document, grouped.value);
        // Where an id would hide what is read by that name there, it gets a number.
        fc.pre(back.ok && isSameJson(back.value.taskPaths.toSorted(), taskPaths.toSorted()));
        made += 1;
        expect(plain(back.value.document)).toEqual(plain(document));
        const container = findContainerPath(taskPaths[0] ?? '');
        const [before, after] = [waitsOf(document, container), waitsOf(back.value.document, container)];
        expect([...before].filter((one) => !after.has(one))).toEqual([]);
      }),
      { numRuns },
    );
    expect(made).toBeGreaterThan(numRuns / 4);
  });
});
