import { describe, expect, it } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import type { CodeStore } from '@/state/code-store';
import { findPathOffset } from './offset-of-path';

const text =
  'name: N\nagents:\n  worker:\n    model: m\ntasks:\n  a.b:\n    description: d\n    loop:\n      count: 2\ntests:\n  one:\n    inputs:\n      mail: a\n  mail: {}\n';
const { blocks } = readYaml(text).source;
const linesOf = async (key: string) => blocks.find((block) => block.key === key);
const code = { getState: () => ({ text }), actions: { linesOf } } as unknown as CodeStore;

describe('the place of a path in the text', () => {
  it('is the line of a field of a task, or the task itself', async () => {
    expect(await findPathOffset(code, ['tasks', 'a.b', 'loop'])).toBe(text.indexOf('    loop'));
    expect(await findPathOffset(code, ['tasks', 'a.b', 'voting'])).toBe(text.indexOf('  a.b:'));
    expect(await findPathOffset(code, ['tasks', 'a.b'])).toBe(text.indexOf('  a.b:'));
  });

  it('is the line of a setting, or the start of the text', async () => {
    expect(await findPathOffset(code, ['agents', 'worker'])).toBe(text.indexOf('  worker'));
    expect(await findPathOffset(code, ['limits'])).toBe(0);
    expect(await findPathOffset(code, ['tests', 'mail'])).toBe(text.indexOf('  mail: {}'));
  });
});
