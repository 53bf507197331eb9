import { describe, expect, it } from 'vitest';
import { formatAccessor, listExpressionPaths, listExpressionReferences } from './scan-expression';

describe('expressionReferences', () => {
  it('finds what is read, and where', () => {
    const source =
      'tasks.fetch.output == "tasks.no" && tasks[\'my-id\'].content != inputs.x // tasks.no\n || has(variables.v)';
    expect(
      listExpressionReferences(source).map(({ root, name, guarded, from, to }) => [
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
    expect(listExpressionReferences('output.tasks.a + tasks + tasks[0] + tasks.')).toEqual([]);
    expect(listExpressionReferences('"open tasks.a')).toHaveLength(1);
  });
});

describe('expressionPaths', () => {
  const roots = (source: string) =>
    listExpressionPaths(source, new Set(['output', 'tasks'])).map(({ root, steps }) => [
      root,
      ...steps.map(({ name }) => name),
    ]);

  it('finds names in back quotes', () => {
    expect(roots('tasks.`my-id`.output')).toEqual([['tasks', 'my-id', 'output']]);
  });

  it('finds none of a name that the expression binds, as the first or the second', () => {
    expect(roots('inputs.x.all(output, output.y > 0)')).toEqual([]);
    expect(roots('inputs.x.transformList(i, output, output.y)')).toEqual([]);
    expect(roots('math.greatest(1, output, output.y)')).toEqual([['output'], ['output', 'y']]);
  });
});

describe('accessorOf', () => {
  it('quotes names that are no identifiers', () => {
    expect([formatAccessor('a_1'), formatAccessor('a-1'), formatAccessor('a.b')]).toEqual([
      '.a_1',
      '["a-1"]',
      '["a.b"]',
    ]);
  });
});
