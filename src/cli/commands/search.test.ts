import { beforeEach, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { run } from '../memory-io.testing';

const yaml = (prompt: string) => `default_model: sim:fast\ntasks: { first: { description: "${prompt}" } }`;
const files = { 'a.yaml': yaml('When is high tide?'), 'b.yaml': yaml('Who is on watch?') };
let journal: RunJournal;
let ids: readonly string[] = [];
beforeEach(async () => {
  journal = createRunJournal();
  await run('run a.yaml', { files, journal });
  await run('run b.yaml', { files, journal });
  ids = await journal.ids();
  await journal.executions.annotate(ids[1] ?? '', { starred: true, tags: ['night'], note: 'a\u001b[2Jb' });
});
const search = (line: string | readonly string[]) =>
  run(typeof line === 'string' ? `search ${line}` : ['search', ...line], { journal });

it('prints the runs and the places that have all the words, and says how many runs were searched', async () => {
  const { code, out, err } = await search('TIDE high');
  expect(code).toBe(0);
  expect(out).toMatch(new RegExp(`^${ids[1]}  completed  .*★ · night · a\\\\u001b\\[2Jb\\n`));
  expect(out).toMatch(/\n {4}\d+ prompt first: .*When is high tide\?/);
  expect(out).not.toContain(ids[0]);
  expect(err).toBe('1 of 2 runs searched in /here/.heddle/runs.\n');
  expect((await search(['"high tide"'])).out).toContain('prompt first');
  expect((await search(['"tide high"'])).out).toBe('');
});

it('holds to its conditions, and prints an object a line for a program', async () => {
  const idsOf = (out: string) => out.split('\n').flatMap((line) => /^\d{8}-\d{6}-\w{8}/.exec(line)?.[0] ?? []);
  expect(idsOf((await search('')).out)).toEqual(ids);
  expect(idsOf((await search('--star --tag NIGHT')).out)).toEqual([ids[1]]);
  expect(idsOf((await search('--status failed')).out)).toEqual([]);
  expect(idsOf((await search('--cost ..0')).out)).toEqual(ids);
  expect(idsOf((await search('--cost 0.01..2')).out)).toEqual([]);
  expect(idsOf((await search('watch --task first --in prompts --model sim')).out)).toEqual([ids[0]]);
  const lines = (await search('watch --in prompts --json')).out.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      run: ids[0],
      workflow: 'b.yaml',
      status: 'completed',
      role: 'prompt',
      path: expect.stringContaining('task/first'),
    },
  ]);
});

it.each([
  ['--cost 1..x', '--cost 1..x'],
  ['--cost ..', '--cost ..'],
  ['--status done', 'one of open, running'],
  ['--in there', 'one of prompts, outputs, notes'],
])('refuses what makes no sense: %s', async (line, words) => {
  const { code, out, err } = await search(line);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(words);
});
