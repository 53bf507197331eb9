import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createWorkflowFolder } from './workflow-folder';

const flow = 'tasks: { a: { description: Hi, model: "sim:fast" } }\n';

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-flows-'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

it('lists what holds tasks, wherever it is in the folder', async () => {
  const folder = folderWith({
    'a.yaml': flow,
    'team/b.yml': flow,
    'team/c.json': '{"tasks": {"a": {"description": "Hi"}}}',
    'package.json': '{"name": "x"}',
    'compose.yaml': 'services: { web: { image: nginx } }',
    'notes.md': flow,
    '.git/d.yaml': flow,
    'node_modules/e.yaml': flow,
  });
  const workflows = createWorkflowFolder(folder);
  expect((await workflows.list()).map(({ name }) => name)).toEqual(['a.yaml', 'team/b.yml', 'team/c.json']);
  expect(await workflows.read('a')).toMatchObject({ name: 'a.yaml', text: flow, notation: 'yaml' });
  expect(await workflows.read('team/b')).toMatchObject({ name: 'team/b.yml' });
  expect(await workflows.read('notes.md')).toBeUndefined();
});

it('sees a change, and a file that is gone', async () => {
  const folder = folderWith({ 'a.yaml': flow });
  const workflows = createWorkflowFolder(folder);
  expect(await workflows.list()).toHaveLength(1);
  writeFileSync(join(folder, 'a.yaml'), `# More.\n${flow}`);
  expect((await workflows.read('a.yaml'))?.text).toContain('# More.');
  writeFileSync(join(folder, 'a.yaml'), 'name: none\n');
  expect(await workflows.list()).toEqual([]);
});

it('gives nothing outside of the folder, and no hidden file', async () => {
  const outside = folderWith({ 'secret.yaml': flow });
  const folder = folderWith({ 'a.yaml': flow, '.hidden.yaml': flow, 'in/b.yaml': flow });
  symlinkSync(outside, join(folder, 'out'));
  symlinkSync(join(outside, 'secret.yaml'), join(folder, 'link.yaml'));
  symlinkSync(join(folder, 'in'), join(folder, 'inside'));
  const workflows = createWorkflowFolder(folder);
  const names = [
    ...['../secret', `../${outside.split('/').pop()}/secret`, join(outside, 'secret.yaml'), 'out/secret', 'link'],
    ...['.hidden', 'in/../a', './a', 'in//b', '', '/', 'a.yaml/', 'a\0', 'in\\b', 'C:a', 'x'.repeat(9999)],
  ];
  for (const name of names) expect([name, await workflows.read(name)]).toEqual([name, undefined]);
  // A link that stays inside is a name like any other.
  expect(await workflows.read('inside/b')).toBeDefined();
});

it('opens nothing but files: a pipe is none, and nobody waits for its writer', async () => {
  const folder = folderWith({ 'a.yaml': flow });
  execFileSync('mkfifo', [join(folder, 'p.yaml')]);
  mkdirSync(join(folder, 'd.yaml'));
  symlinkSync(join(folder, 'p.yaml'), join(folder, 'q.yaml'));
  const workflows = createWorkflowFolder(folder);
  for (const name of ['p', 'p.yaml', 'q', 'd']) expect([name, await workflows.read(name)]).toEqual([name, undefined]);
  expect((await workflows.list()).map(({ name }) => name)).toEqual(['a.yaml']);
});

it.each([[true], [false]])('takes nothing of a store for a workflow (known: %s)', async (known) => {
  const run = 'store/20261127-101112-0a1b2c3d';
  const folder = folderWith({
    'a.yaml': flow,
    [`${run}/run.json`]: '{}',
    [`${run}/plan.json`]: flow,
    [`${run}/source.json`]: '{"tasks": {"a": {"description": "Hi"}}}',
  });
  const workflows = createWorkflowFolder(folder, known ? [join(folder, 'store')] : []);
  expect((await workflows.list()).map(({ name }) => name)).toEqual(['a.yaml']);
  expect(await workflows.read(`${run}/source.json`)).toBeUndefined();
});

it('takes a file of tests for no workflow, neither in the list nor by its name', async () => {
  const tests = 'tests:\n  one: { target: a }\n';
  const folder = folderWith({
    'x.yaml': `${flow}tests: file:///x.tests.yaml\n`,
    'x.tests.yaml': tests,
    'own.yaml': `${flow}${tests}`,
    'broken.yaml': 'tasks: {}\n',
  });
  const workflows = createWorkflowFolder(folder);
  expect((await workflows.list()).map(({ name }) => name)).toEqual(['own.yaml', 'x.yaml']);
  const read = async (name: string) => (await workflows.read(name))?.name;
  expect([await read('x.tests'), await read('x.tests.yaml'), await read('x')]).toEqual([
    undefined,
    undefined,
    'x.yaml',
  ]);
  // One that has no tasks yet says so itself.
  expect(await read('broken')).toBe('broken.yaml');
});
