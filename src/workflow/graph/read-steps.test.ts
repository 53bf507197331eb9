import { describe, expect, it } from 'vitest';
import { taskSchema } from '../tasks/task-schema';
import { readSteps } from './read-steps';

const step = (description: string, more: object = {}) => taskSchema.parse({ type: 'atomic', description, ...more });

describe('which steps later ones read', () => {
  it.each([
    ['none', [step('a'), step('b')], [false, false]],
    ['by id', [step('a', { id: 'x' }), step('b'), step('{{x.output.y}}')], [true, false, false]],
    ['by place', [step('a'), step('{{step_1}}')], [true, false]],
    ['by what is returned', [step('a', { returns: { n: '1' } }), step('{{n}}')], [true, false]],
    ['in an expression', [step('a', { id: 'x' }), step('b', { condition: 'tasks.x.output > 1' })], [true, false]],
    [
      'deep within',
      [step('a', { id: 'x' }), taskSchema.parse({ type: 'group', subtasks: { g: step('{{x}}') } })],
      [true, false],
    ],
    [
      'by a name that only the run knows',
      [step('a'), step('b', { condition: 'tasks[inputs.k] != null' })],
      [true, true],
    ],
    ['by tasks that are not written yet', [step('a'), step('b', { reparse: {} })], [true, true]],
  ])('%s', (_how, steps, expected) => {
    expect(readSteps(steps)).toEqual(expected);
  });
});
