import { expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const workflow =
  'default_model: sim:echo\ntasks:\n  say: { description: Say A-1 }\ntests: file:///x.tests.yaml # elsewhere\n';
const tests = '# ours\ntests:\n  one: # first\n    expect: [{ type: contains, value: A-1 }]\n';

it('heddle test runs the tests of a file, and tells what is wrong in it with its place', async () => {
  const files = { 'a.yaml': workflow, 'x.tests.yaml': tests };
  const tested = await run(['test', 'a.yaml'], { files });
  expect(tested).toMatchObject({ code: 0, out: expect.stringContaining('1 passed') });
  const broken = { ...files, 'x.tests.yaml': tests.replace('# first', '\n    target: sey') };
  for (const command of ['test', 'validate']) {
    const { code, out, err } = await run([command, 'a.yaml'], { files: broken });
    expect(code).not.toBe(0);
    expect(out + err).toContain('x.tests.yaml:4:13: error HED331: No task “sey”. Did you mean say?');
  }
  const missing = await run(['test', 'a.yaml'], { files: { 'a.yaml': workflow } });
  expect(missing.code).toBe(2);
  expect(missing.err).toContain('x.tests.yaml:1:1: error HED332');
});

it('heddle test keep writes into the file of tests, and leaves the workflow as it is', async () => {
  const journal = createRunJournal();
  const files = { 'a.yaml': workflow, 'x.tests.yaml': tests };
  expect((await run(['run', 'a.yaml'], { files, journal })).code).toBe(0);
  const kept = await run(['test', 'keep', 'a.yaml', '--as', 'two'], { files, journal });
  expect(kept.code).toBe(0);
  expect(kept.files['a.yaml'] ?? workflow).toBe(workflow);
  expect(kept.files['x.tests.yaml']?.startsWith(tests)).toBe(true);
  expect(kept.files['x.tests.yaml']).toContain('\n  two:\n');
  expect((await run(['test', 'keep', 'a.yaml', '--as', 'one'], { files, journal })).err).toContain('“one” already');
});
