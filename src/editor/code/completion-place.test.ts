import { describe, expect, it } from 'vitest';
import { findCompletionPlace } from './completion-place';

describe('completionPlace', () => {
  it('sees an open reference, also inside a longer text', () => {
    expect(findCompletionPlace('    description: Compare {{fetch}} with {{re', [])).toEqual({
      kind: 'reference',
      typed: 're',
    });
    expect(findCompletionPlace('    description: Compare {{fetch}} with', [])).toBeUndefined();
  });

  it.each([
    ['    condition: tasks.a.content.repl', 'tasks.a.content.repl'],
    ["    validate: 'math.gr", 'math.gr'],
    ['  - { test: siz', 'siz'],
    ['      <keep>output.so', 'output.so'],
    ['      <case test="ha', 'ha'],
  ])('sees an expression up to the cursor: %s', (line, before) => {
    expect(findCompletionPlace(line, [])).toEqual({ kind: 'expression', before });
  });

  it('sees no expression in a comment', () => {
    expect(findCompletionPlace('    condition: x # repl', [])).toBeUndefined();
  });

  it('sees the name of an agent', () => {
    expect(findCompletionPlace('    agent: wor', [])).toEqual({ kind: 'agent', typed: 'wor' });
  });

  it('sees a model by its key, on a line, in braces and as an element', () => {
    expect(findCompletionPlace('default_model: ', [])).toEqual({ kind: 'model', typed: '' });
    expect(findCompletionPlace('    model: openrouter:a/b-1.5', [])).toEqual({
      kind: 'model',
      typed: 'openrouter:a/b-1.5',
    });
    expect(findCompletionPlace('  worker: { tier: worker, model: "openai:g', [])).toEqual({
      kind: 'model',
      typed: 'openai:g',
    });
    expect(findCompletionPlace('      <model>sim:', [])).toEqual({ kind: 'model', typed: 'sim:' });
    expect(findCompletionPlace('    model: sim:echo # a', [])).toBeUndefined();
    expect(findCompletionPlace('    description: Say which model: a', [])).toBeUndefined();
  });

  it('sees models to fall back to in a list on one line, in a list of lines, and as an element', () => {
    expect(findCompletionPlace('fallback_models: [sim:a, "openai:g', [])).toEqual({ kind: 'model', typed: 'openai:g' });
    const above = ['      - sim:a', '    fallback_models:', '    model: sim:b'];
    expect(findCompletionPlace('      - openai:g', above)).toEqual({ kind: 'model', typed: 'openai:g' });
    expect(findCompletionPlace('      <fallback_models>sim:', [])).toEqual({ kind: 'model', typed: 'sim:' });
    expect(findCompletionPlace('    fallback_models: [sim:a] # b', [])).toBeUndefined();
  });

  it('sees dependencies in a list on one line', () => {
    expect(findCompletionPlace('    depends_on: [', [])).toEqual({ kind: 'task', typed: '' });
    expect(findCompletionPlace('    depends_on: [fetch, re', [])).toEqual({ kind: 'task', typed: 're' });
    expect(findCompletionPlace('    depends_on: [fetch] # a', [])).toBeUndefined();
  });

  it('sees dependencies in a list of lines, and no other lists', () => {
    const above = ['      - fetch', '    depends_on:', '  review:'];
    expect(findCompletionPlace('      - re', above)).toEqual({ kind: 'task', typed: 're' });
    expect(findCompletionPlace('      - re', ['    preserve:', '  review:'])).toBeUndefined();
  });
});
