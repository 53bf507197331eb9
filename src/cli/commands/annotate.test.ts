import { beforeEach, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { run } from '../memory-io.testing';

const files = { 'a.yaml': 'default_model: sim:fast\ntasks: { first: { description: One. } }' };
let journal: RunJournal;
let id = '';
beforeEach(async () => {
  journal = createRunJournal();
  await run('run a.yaml', { files, journal });
  [id = ''] = await journal.ids();
});
const annotate = (line: string) => run(`annotate ${id} ${line}`, { journal });

it('writes a star, tags and a note, which the list shows to a person and to a program', async () => {
  expect((await annotate('')).out).toBe(`Run ${id} has no star, tags or note.\n`);
  const told = await annotate('--star --tag release --tag Night --note Round_3.');
  expect(told).toMatchObject({ code: 0, out: `${id}  ★ · release, Night · Round_3.\n` });
  expect((await run('runs', { journal })).out).toContain('★ · release, Night · Round_3.');
  const [listed] = JSON.parse((await run('runs --json', { journal })).out);
  expect(listed).toMatchObject({ starred: true, tags: ['release', 'Night'], note: 'Round_3.' });

  expect((await annotate('--no-tag NIGHT --tag RELEASE --tag again')).out).toBe(
    `${id}  ★ · release, again · Round_3.\n`,
  );
  expect((await annotate('--no-star --no-tag release --no-tag again --note=')).out).toContain('no star, tags');
});

it('prints no control characters, and refuses what makes no sense', async () => {
  await journal.executions.annotate(id, { note: 'a\u001b[2Jb' });
  expect((await annotate('')).out).toBe(`${id}  a\\u001b[2Jb\n`);
  expect(await annotate('--star --no-star')).toMatchObject({ code: 2, out: '' });
  expect((await run('annotate 20200101-000000-00000000 --star', { journal })).err).toContain('There is no run');
});
