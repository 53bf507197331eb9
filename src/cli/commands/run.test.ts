import { expect, it } from 'vitest';
import type { ScriptRunner } from '@/engine/ports';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const files = {
  'a.yaml': `default_model: "sim:fast"
tasks:
  say: { description: Say it, options: { reply: "\\u001b[31mred\\tand\\nmore" } }
`,
};

it('shows on a terminal nothing of a result that it would obey, and gives it whole to a program', async () => {
  expect((await run('run a.yaml', { files })).out).toBe('\u001b[31mred\tand\nmore\n');
  expect((await run('run a.yaml', { files, columns: 80 })).out).toBe('\\u001b[31mred\tand\nmore\n');
});

it('shows on a terminal what runs, and leaves only what matters', async () => {
  const { err } = await run('run a.yaml', { files, columns: 80 });
  expect(err).not.toContain('say started');
  expect(err).toMatch(/Completed in .*, 1 call, .*\n$/);
});

it('prints of a resumed run that has ended what it printed then', async () => {
  const journal = createRunJournal();
  const first = await run('run a.yaml', { files, journal });
  const [id] = await journal.ids();
  expect(await run(`run --resume ${id}`, { files, journal })).toMatchObject({ code: 0, out: first.out });
  expect(await run('run a.yaml --resume', { files, journal })).toMatchObject({ code: 0, out: first.out });
  expect(await run('run b.yaml --resume', { files, journal })).toMatchObject({ code: 2 });
});

it('pauses when it is asked to stop, and tells how to go on', async () => {
  const journal = createRunJournal();
  const slow = { 'a.yaml': files['a.yaml'].replace('sim:fast', 'sim:default') };
  const paused = await run('run a.yaml --journal kept', {
    files: slow,
    journal,
    onStart: (stop) => setImmediate(stop),
  });
  const [id] = await journal.ids();
  expect(paused).toMatchObject({ code: 3, out: '' });
  expect(paused.err).toContain(`heddle run --resume ${id} --journal kept\n`);
  const done = await run(`run --resume ${id} --journal kept`, { files: slow, journal });
  expect(done).toMatchObject({ code: 0, out: '\u001b[31mred\tand\nmore\n' });
});

it('tells of a script that it is not allowed, and runs it where it is', async () => {
  const flow = { 'a.yaml': 'tasks: { a: { type: script, script: { content: whoami } } }' };
  const scripts: ScriptRunner = {
    async run(_request, sink) {
      await sink('stdout', new TextEncoder().encode('ada\n'));
      return { exitCode: 0, said: '' };
    },
  };
  const refused = await run('run a.yaml', { files: flow, scripts });
  expect(refused).toMatchObject({ code: 1, out: '' });
  expect(refused.err).toContain('--allow-scripts');
  expect(await run('run a.yaml --allow-scripts', { files: flow, scripts })).toMatchObject({ code: 0, out: 'ada\n' });
});
