import { describe, expect, it } from 'vitest';
import { type TaskType, taskTraits, taskTypes } from '.';
import { mayAskModel, runsOtherTasks } from './traits';

const typesWith = (has: (type: TaskType) => boolean) => taskTypes.filter(has);

describe('the traits of task types', () => {
  it('let a model write only tasks that can do no more than the one that they replace', () => {
    expect(typesWith((type) => taskTraits[type].byModel === 'never')).toEqual(['call', 'tool', 'ask']);
    expect(typesWith((type) => taskTraits[type].byModel === 'where_scripts_run')).toEqual(['script']);
  });

  it('say that what holds tasks also runs them, and asks no model itself', () => {
    for (const type of typesWith((one) => taskTraits[one].slots.length > 0)) {
      expect(runsOtherTasks({ type })).toBe(true);
      expect(mayAskModel({ type })).toBe(false);
    }
  });
});
