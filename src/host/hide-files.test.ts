import { expect, it } from 'vitest';
import type { Files } from '@/engine/ports/files';
import type { Plan } from '@/plan/plan';
import { hideTestFiles } from './hide-files';

const contents: Readonly<Record<string, string>> = {
  '/data.csv': 'a',
  '/rows.csv': 'b',
  '/rows.csv.old': 'c',
  '/tests/run 1.jsonl': 'd',
  '/tests/labels.jsonl': 'e',
  '/x.tests.yaml': 'tests:\n  one: { rows: file:///rows.csv }\n  two: { recording: "file://tests/run 1.jsonl" }\n',
};
const files: Files = {
  list: async () => Object.keys(contents).map((path) => ({ path, bytes: 1 })),
  read: async (path) => new TextEncoder().encode(contents[path]),
  write: async () => {},
  remove: async () => {},
};
const seen = async (tests: Plan['settings']['tests'], tasks: object = {}) => {
  const shown = hideTestFiles(files, { settings: { tests }, tasks: [tasks] } as unknown as Plan);
  return { paths: (await shown.list()).map(({ path }) => path), rows: await shown.read('/rows.csv') };
};

it('a run sees neither a file of tests nor what that names, unless its tasks name it', async () => {
  expect((await seen(undefined)).paths).toHaveLength(6);
  const { paths, rows } = await seen('file:///x.tests.yaml');
  expect(paths).toEqual(['/data.csv', '/rows.csv.old']);
  expect(rows).toBeUndefined();
  expect((await seen('file:///x.tests.yaml', { description: 'Read rows.csv' })).paths).toContain('/rows.csv');
});
