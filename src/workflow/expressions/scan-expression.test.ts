import { describe, expect, it } from 'vitest';
import { accessorOf, expressionReferences } from './scan-expression';

describe('expressionReferences', () => {
  it('finds what is read, and where', () => {
    const source =
      'tasks.fetch.output == "tasks.no" && tasks[\'my-id\'].content != inputs.x // tasks.no\n || has(variables.v)';
    expect(
      expressionReferences(source).map(({ root, name, guarded, from, to }) => [
        root,
        name,
        guarded,
        source.slice(from, to),
      ]),
    ).toEqual([
      ['tasks', 'fetch', false, '.fetch'],
      ['tasks', 'my-id', false, "['my-id']"],
      ['inputs', 'x', false, '.x'],
      ['variables', 'v', true, '.v'],
    ]);
  });

  it('takes no member for a root, and survives broken expressions', () => {
    expect(expressionReferences('output.tasks.a + tasks + tasks[0] + tasks.')).toEqual([]);
    expect(expressionReferences('"open tasks.a')).toHaveLength(1);
  });
});

describe('accessorOf', () => {
  it('quotes names that are no identifiers', () => {
    expect([accessorOf('a_1'), accessorOf('a-1'), accessorOf('a.b')]).toEqual(['.a_1', '["a-1"]', '["a.b"]']);
  });
});
