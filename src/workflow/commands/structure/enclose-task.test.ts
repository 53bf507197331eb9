import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../../document';
import { documentOf } from '../../sample.testing';
import { locateTask, type TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { type EncloseTask, encloseTask } from './enclose-task';

type Fields = Readonly<Record<string, unknown>>;

const step = (description: string, more: Fields = {}) => ({ type: 'atomic', description, ...more });
const flow = (tasks: Fields, more: Fields = {}): WorkflowDocument =>
  documentOf(tasks as Record<string, Fields>, { defaultModel: 'sim:echo', ...more } as never);

const sequence = { holder: { type: 'sequential', steps: [] } as Task, slot: 'step' } as const;
const map = { holder: { type: 'map', items: [1] } as unknown as Task, slot: 'inner_task' } as const;

function enclosed(document: WorkflowDocument, taskPath: TaskPath, around: Omit<EncloseTask, 'taskPath'>) {
  const made = encloseTask(document, { taskPath, ...around });
  if (!made.ok) throw new Error(made.error.message);
  expect(made.value.taskPath).toBe(taskPath);
  return made.value.document;
}

describe('a container around a task', () => {
  const outward = { dependsOn: ['a'], priority: 2, disabled: true, breakpoint: true };
  const whole = flow({
    a: step('A'),
    b: step('B', { ...outward, model: 'sim:x' }),
    m: { type: 'map', items: [1], innerTask: step('{{item}}', { id: 'own' }) },
    n: { type: 'map', items: [1], innerTask: step('{{item}}') },
    s: { type: 'sequential', steps: [step('1', { id: 'one' }), step('{{one}}')] },
    c: { type: 'cond', cases: [{ test: 'true', task: step('C', { id: 'first' }) }] },
  });
  const inside = (taskPath: TaskPath, around: Omit<EncloseTask, 'taskPath'>) =>
    locateTask(enclosed(whole, taskPath, around), taskPath)?.task;

  it('says when the task runs, and has its id', () => {
    expect(inside('b', map)).toEqual({ type: 'map', items: [1], ...outward, innerTask: step('B', { model: 'sim:x' }) });
    expect(inside('b', sequence)).toEqual({
      ...{ type: 'sequential', ...outward },
      steps: [step('B', { id: 'b', model: 'sim:x' })],
    });
    expect(inside('s/one', map)).toEqual({ id: 'one', type: 'map', items: [1], innerTask: step('1') });
    expect(inside('s/one', sequence)).toEqual({ id: 'one', type: 'sequential', steps: [step('1', { id: 'one' })] });
  });

  it('leaves an id that nothing else is named by to the task', () => {
    expect(inside('m/inner_task', sequence)).toEqual({ type: 'sequential', steps: [step('{{item}}', { id: 'own' })] });
    expect(inside('n/inner_task', sequence)).toEqual({ type: 'sequential', steps: [step('{{item}}')] });
    expect(inside('c/case:1', sequence)).toEqual({ type: 'sequential', steps: [step('C', { id: 'first' })] });
  });

  it('is none around what is not there', () => {
    expect(encloseTask(whole, { taskPath: 'none', ...map })).toMatchObject({ error: { message: 'No task “none”.' } });
  });
});

it('what was in a task that is enclosed is drawn further in, and the container in its place', () => {
  const note = { at: [0, 0], text: 'N' };
  const layout = {
    tasks: { g: [1, 1], 'g/x': [2, 2], gx: [3, 3] },
    collapsed: ['g', 'g/x', 'gx'],
    notes: [{ ...note, in: 'g' }, note, { ...note, in: 'gx' }],
  };
  const whole = flow(
    { g: { type: 'group', subtasks: { x: step('X') } }, gx: { type: 'group', subtasks: { y: step('Y') } } },
    { layout },
  );
  expect(enclosed(whole, 'g', map).layout).toEqual({
    tasks: { g: [1, 1], 'g/inner_task/x': [2, 2], gx: [3, 3] },
    collapsed: ['g/inner_task', 'g/inner_task/x', 'gx'],
    notes: [{ ...note, in: 'g/inner_task' }, note, { ...note, in: 'gx' }],
  });
});
