import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../../document';
import { documentOf } from '../../sample.testing';
import { locateTask } from '../../task-path';
import { validateDocument } from '../../validate/validate';
import { extractFunction } from './extract-function';
import { inlineCall } from './inline-call';

type Fields = Readonly<Record<string, unknown>>;

const step = (description: string, more: Fields = {}) => ({ type: 'atomic', description, ...more });
const document = (tasks: Fields, more: Fields = {}): WorkflowDocument =>
  documentOf(tasks as Record<string, Fields>, { defaultModel: 'sim:echo', ...more });

/** The parameters and the task of the function that a task becomes, and its call; inlined it is what it was. */
function extracted(source: WorkflowDocument, taskPath: string, name?: string) {
  const made = extractFunction(source, { taskPaths: [taskPath], name });
  if (!made.ok) throw new Error(made.error.message);
  const errors = validateDocument(made.value.document, []).filter(({ severity }) => severity === 'error');
  expect(errors).toEqual([]);
  const definition = made.value.document.library?.[made.value.name];
  const back = inlineCall(made.value.document, { taskPath: made.value.taskPath });
  return {
    name: made.value.name,
    parameters: (definition?.parameters ?? []).map((parameter) => parameter.name),
    hasParameters: definition !== undefined && 'parameters' in definition,
    task: definition?.task,
    call: locateTask(made.value.document, made.value.taskPath)?.task,
    layout: made.value.document.layout,
    back: back.ok ? locateTask(back.value.document, taskPath)?.task : back.error.message,
  };
}

describe('a parameter of a function', () => {
  it('hides no name that means something else within it', () => {
    const source = document({
      'the-title': step('T'),
      write: step('{{the-title}} {{the_title}}', { dependsOn: ['the-title'], variables: { the_title: 'inner' } }),
    });
    const { parameters, task, call, back } = extracted(source, 'write');
    expect(parameters).toEqual(['the_title_2']);
    expect(task).toMatchObject({ description: '{{the_title_2}} {{the_title}}', variables: { the_title: 'inner' } });
    expect(call).toMatchObject({ args: { the_title_2: { from: 'the-title' } } });
    expect(back).toEqual(locateTask(source, 'write')?.task);
  });

  it('hides no task within it, and no variable of the workflow', () => {
    const inner = document({
      'the-title': step('T'),
      g: {
        type: 'group',
        dependsOn: ['the-title'],
        subtasks: { the_title: step('Inner'), w: step('{{the-title}} {{the_title}}', { dependsOn: ['the_title'] }) },
      },
    });
    expect(extracted(inner, 'g').parameters).toEqual(['the_title_2']);
    const steps = [step('Inner', { id: 'the_title' }), step('{{the-title}} {{the_title}}')];
    const sequence = document({
      'the-title': step('T'),
      s: { type: 'sequential', dependsOn: ['the-title'], steps },
    });
    expect(extracted(sequence, 's').parameters).toEqual(['the_title_2']);
    const variable = document(
      { 'the-title': step('T'), w: step('{{the-title}} {{the_title}}', { dependsOn: ['the-title'] }) },
      { variables: { the_title: 'global' } },
    );
    expect(extracted(variable, 'w')).toMatchObject({
      parameters: ['the_title_2'],
      task: { description: '{{the_title_2}} {{the_title}}' },
    });
  });

  it('is one for each field of a result that is read, under names that differ', () => {
    const source = document({
      a: step('A'),
      'a-b': step('B'),
      w: step('{{a.output}} {{a.content}} {{a.output.x}} {{a-b}} {{a}}', {
        dependsOn: ['a', 'a-b'],
        condition: 'tasks.a.output.ok',
        inputs: { one: { from: 'a.output' } },
      }),
    });
    const { parameters, task, call, back } = extracted(source, 'w');
    expect(parameters).toEqual(['a_output', 'a_content', 'a', 'a_b']);
    expect(task).toMatchObject({
      description: '{{a_output}} {{a_content}} {{a_output.x}} {{a_b}} {{a}}',
      condition: 'inputs.a_output.ok',
      inputs: { one: { from: 'a_output' } },
    });
    expect(call).toMatchObject({ type: 'call', dependsOn: ['a', 'a-b'] });
    expect(call).not.toHaveProperty('condition');
    expect(back).toEqual(locateTask(source, 'w')?.task);
  });

  it('is what its container gives, also where an expression reads it, and nothing that only looks like it', () => {
    const innerTask = step('{{item.word}}', { validate: 'item.item == index' });
    const source = document({ m: { type: 'map', items: [1], innerTask } });
    const { parameters, task, call, back } = extracted(source, 'm/inner_task');
    expect(parameters).toEqual(['item', 'index']);
    expect(task).toMatchObject({ description: '{{item.word}}', validate: 'inputs.item.item == inputs.index' });
    expect(call).toMatchObject({ args: { item: { from: 'item' }, index: { from: 'index' } } });
    expect(back).toEqual(innerTask);
  });

  it('is none where nothing is read', () => {
    const { hasParameters, call } = extracted(document({ w: step('W', { priority: 2, breakpoint: true }) }), 'w');
    expect(hasParameters).toBe(false);
    expect(call).toEqual({ type: 'call', priority: 2, breakpoint: true, ref: 'w' });
  });
});

describe('a function that a task becomes', () => {
  it('has the name that is asked for, or of the task, with a number where that is taken', () => {
    const source = document(
      { w: step('W'), fs_list: step('L'), s: { type: 'sequential', steps: [step('S')] } },
      { library: { w: { task: step('Other') }, w_2: { task: step('Other') } } },
    );
    expect(extracted(source, 'w').name).toBe('w_3');
    expect(extracted(source, 'w', 'own').name).toBe('own');
    expect(extracted(source, 's/step_1').name).toBe('step_1');
    expect(extractFunction(source, { taskPaths: [] })).toMatchObject({
      error: { message: 'Select the tasks that are to be a function first.' },
    });
    expect(extractFunction(source, { taskPaths: ['none'] }).ok).toBe(false);
  });

  it('takes along what is in it, and leaves the place of the call', () => {
    const source = document(
      { g: { type: 'group', subtasks: { x: step('X') } }, other: step('O') },
      { layout: { tasks: { g: [1, 2], 'g/x': [3, 4], other: [5, 6] }, collapsed: ['g', 'g/x', 'other'] } },
    );
    expect(extracted(source, 'g').layout).toEqual({ tasks: { g: [1, 2], other: [5, 6] }, collapsed: ['other'] });
    const plain = document({ g: { type: 'group', subtasks: { x: step('X') } } });
    expect(extracted(plain, 'g').layout).toBeUndefined();
  });

  it('has the condition and what it returns only if it has names of its own', () => {
    const more = { condition: 'variables.TONE != ""', returns: { title: 'output' } };
    const settings = { variables: { TONE: 'x' } };
    const plain = extracted(document({ w: step('W', more) }, settings), 'w');
    expect([plain.call, plain.task]).toEqual([{ type: 'call', ...more, ref: 'w' }, step('W')]);
    for (const own of [{ inputs: { n: 1 } }, { variables: { n: 1 } }, { loop: { type: 'repeat', count: 2 } }]) {
      const { call, task } = extracted(
        document({ w: step('W', { ...own, condition: more.condition }) }, settings),
        'w',
      );
      expect(call).toEqual({ type: 'call', ref: 'w' });
      expect(task).toMatchObject({ ...own, condition: more.condition });
    }
  });
});

it('a context that names a task outside is no part of a function, be it to leave that out', () => {
  const of = (context: Fields, more: Fields = {}) =>
    extractFunction(document({ a: step('A'), b: step('B', { dependsOn: ['a'], context, ...more }) }), {
      taskPaths: ['b'],
    });
  const message = 'Its context names “a”, which a function cannot. Remove it there first.';
  for (const context of [{ includeTasks: ['a'] }, { excludeTasks: ['a'] }])
    expect(of(context)).toMatchObject({ error: { message } });
  expect(of({ maxTasks: 2 }).ok).toBe(true);
  const inner = {
    g: { type: 'group', subtasks: { x: step('X'), y: step('Y', { context: { includeTasks: ['x'] } }) } },
  };
  expect(extractFunction(document(inner), { taskPaths: ['g'] }).ok).toBe(true);
});
