import { expect, it } from 'vitest';
import { readYaml } from '@/formats/yaml/read-yaml';
import { listUntested } from './write-reports';

const list = (tests: string) => {
  const tasks = 'a: { description: A }, b: { description: B, depends_on: [a] }, c: { description: C, depends_on: [b] }';
  const { document, diagnostics } = readYaml(`tasks: { ${tasks} }\ntests: ${tests}`);
  if (document === undefined) throw new Error(JSON.stringify(diagnostics));
  return listUntested(document);
};

it('tells the tasks that no test looks at: an expectation without a task looks at the last one', () => {
  expect(list('{ t: { expect: [{ type: contains, value: x }] } }')).toEqual(['a', 'b']);
  expect(list('{ t: { expect: [{ type: contains, value: x, task: b }] } }')).toEqual(['a', 'c']);
  expect(list('{ t: { expect: [{ type: cost, threshold: 1 }] } }')).toEqual(['a', 'b', 'c']);
});
