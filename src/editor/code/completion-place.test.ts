import { describe, expect, it } from 'vitest';
import { completionPlace } from './completion-place';

describe('completionPlace', () => {
  it('sees an open reference, also inside a longer text', () => {
    expect(completionPlace('    description: Compare {{fetch}} with {{re', [])).toEqual({
      kind: 'reference',
      typed: 're',
    });
    expect(completionPlace('    description: Compare {{fetch}} with', [])).toBeUndefined();
  });

  it('sees the name of an agent', () => {
    expect(completionPlace('    agent: wor', [])).toEqual({ kind: 'agent', typed: 'wor' });
  });

  it('sees dependencies in a list on one line', () => {
    expect(completionPlace('    depends_on: [', [])).toEqual({ kind: 'task', typed: '' });
    expect(completionPlace('    depends_on: [fetch, re', [])).toEqual({ kind: 'task', typed: 're' });
    expect(completionPlace('    depends_on: [fetch] # a', [])).toBeUndefined();
  });

  it('sees dependencies in a list of lines, and no other lists', () => {
    const above = ['      - fetch', '    depends_on:', '  review:'];
    expect(completionPlace('      - re', above)).toEqual({ kind: 'task', typed: 're' });
    expect(completionPlace('      - re', ['    preserve:', '  review:'])).toBeUndefined();
  });
});
