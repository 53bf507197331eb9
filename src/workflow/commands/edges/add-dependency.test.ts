import { describe, expect, it } from 'vitest';
import type { Definition } from '../../document';
import { documentOf } from '../../sample.testing';
import { validateDocument } from '../../validate/validate';
import { addDependency } from './add-dependency';

const group = {
  type: 'group',
  subtasks: { a: { type: 'atomic', description: 'A' }, b: { type: 'atomic', description: '{{a}}' } },
};
const places = {
  'a task': documentOf({ a: { description: 'A' }, b: { description: '{{a}}' } }, { defaultModel: 'sim:echo' }),
  'a subtask': documentOf({ g: group }, { defaultModel: 'sim:echo' }),
  'a subtask of a step': documentOf({ s: { type: 'sequential', steps: [group] } }, { defaultModel: 'sim:echo' }),
  'a subtask of a definition': documentOf(
    {},
    { defaultModel: 'sim:echo', library: { f: { task: group } as unknown as Definition } },
  ),
};

describe('the fix of a read without a dependency', () => {
  it.each(Object.entries(places))('mends it in %s', (_name, document) => {
    const unordered = validateDocument(document, []).filter(({ code }) => code === 'HED304');
    expect(unordered).toHaveLength(1);
    const fix = unordered[0]?.fix;
    if (fix?.kind !== 'add_dependency') throw new Error('There is no fix.');
    const change = addDependency(document, fix);
    if (!change.ok) throw new Error(change.error.message);
    const mended = validateDocument(change.value, []);
    expect(mended.filter(({ code }) => code === 'HED304')).toEqual([]);
  });

  it('is refused where the task is no longer there', () => {
    const gone = { task: 'c', path: ['tasks', 'g', 'subtasks', 'c'], on: 'a' };
    expect(addDependency(places['a subtask'], gone).ok).toBe(false);
    expect(addDependency(places['a task'], gone).ok).toBe(false);
  });
});
