import { describe, expect, it } from 'vitest';
import type { YamlSource } from '@/formats/yaml/yaml-source';
import { placeOf } from './place-of';
import { taskAt } from './task-blocks';

const text =
  'name: N\nagents:\n  worker:\n    model: m\ntasks:\n  a.b:\n    description: d\n    loop:\n      count: 2\n';
const source: YamlSource = {
  text,
  blocks: [
    { key: 'name', from: 0, to: 8 },
    { key: 'agents', from: 8, to: text.indexOf('tasks:') },
    { key: 'tasks', from: text.indexOf('tasks:'), to: text.length },
    { key: 'tasks.a.b', from: text.indexOf('  a.b:'), to: text.length },
  ],
};

describe('the place of a path in the text', () => {
  it('is the line of a field of a task, or the task itself', () => {
    expect(placeOf(source, ['tasks', 'a.b', 'loop'])).toBe(text.indexOf('    loop'));
    expect(placeOf(source, ['tasks', 'a.b', 'voting'])).toBe(text.indexOf('  a.b:'));
    expect(placeOf(source, ['tasks', 'a.b'])).toBe(text.indexOf('  a.b:'));
  });

  it('is the line of a setting, or the start of the text', () => {
    expect(placeOf(source, ['agents', 'worker'])).toBe(text.indexOf('  worker'));
    expect(placeOf(source, ['limits'])).toBe(0);
  });

  it('leads back to the task', () => {
    expect(taskAt(source, placeOf(source, ['tasks', 'a.b', 'loop']))).toBe('a.b');
    expect(taskAt(source, 3)).toBeUndefined();
  });
});
