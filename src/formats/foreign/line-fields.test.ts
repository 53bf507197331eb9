import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { listFirstSteps } from './first-steps';
import { importForeign } from './import-foreign';

const importFile = (file: string) => {
  const imported = importForeign(readFileSync(`tests/fixtures/${file}`, 'utf8'));
  if (imported?.ok !== true) throw new Error(JSON.stringify(imported));
  return imported.value;
};

it('a line has what the file said and what the workflow says, side by side and without keys', () => {
  const { fields, report } = importFile('dify/support-0.3.0.yml');
  const node = report.lines.find(({ place, new: [path] }) => place.startsWith('node:') && path?.startsWith('tasks.'));
  const shown = fields[node?.place ?? ''];
  expect(shown?.old).toMatch(/^type: \w/m);
  expect(shown?.new).toMatch(new RegExp(`^${node?.new[0]?.split('.').at(-1)}:\\n`));
  const input = report.lines.find(({ place }) => place.startsWith('variable:start.'));
  expect(fields[input?.place ?? '']).toMatchObject({
    old: expect.stringContaining('variable: '),
    new: expect.stringContaining('type: '),
  });
  expect(JSON.stringify(fields)).not.toMatch(/planted/);
});

it('names of tasks stand for what is in a container, and a long field is cut', () => {
  const text = 'x'.repeat(5000);
  const imported = importForeign(
    JSON.stringify({
      ...{ kind: 'app', version: '0.3.0', app: { mode: 'workflow', name: 'Big' } },
      workflow: {
        graph: {
          nodes: [{ id: '__proto__', data: { type: 'template-transform', title: 'Long', template: text } }],
          edges: [],
        },
      },
    }),
  );
  const fields = imported?.ok === true ? imported.value.fields : {};
  expect(fields['node:__proto__']?.old.length).toBeLessThan(3100);
  expect(fields['node:__proto__']?.old.endsWith('…')).toBe(true);
  const loop = importFile('dify/loop-0.4.0.yml');
  expect(
    Object.values(loop.fields).some((one) => /^ {2,6}subtasks: ?\[|^ {2,6}subtasks:\n +- \w+$/m.test(one.new)),
  ).toBe(true);
});

it('what is to be done first: each secret once, then what the lines say', () => {
  const { report } = importFile('dify/support-0.3.0.yml');
  const steps = listFirstSteps(report);
  const secrets = steps.filter(({ isSecret }) => isSecret).map(({ about }) => about);
  expect(secrets).toEqual([...new Set(secrets)]);
  expect(new Set(secrets)).toEqual(new Set(report.secrets.map(({ name }) => name)));
  const todos = report.lines.filter((line) => line.todo && !line.new.some((path) => path.startsWith('secrets.')));
  expect(steps.filter(({ isSecret }) => !isSecret).map(({ about }) => about)).toEqual(todos.map(({ old }) => old));
});
