import { describe, expect, it, vi } from 'vitest';
import { AppError } from '@/base/errors';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
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

it('prints a long result whole to a program, whatever the limits of its view and of what is stored apart', async () => {
  const whole = 'A line of the report.\n'.repeat(200_000);
  const scripts: ScriptRunner = {
    async run(_request, sink) {
      await sink('stdout', new TextEncoder().encode(whole));
      return { exitCode: 0, said: '' };
    },
  };
  const flow = (limits: string) => ({
    'a.yaml': `tasks: { a: { type: script, output: report.md, script: { content: x }, limits: {${limits}} } }`,
  });
  for (const limits of ['', 'max_stdout_bytes: 1000', 'max_stdout_bytes: 1000, truncation_strategy: both']) {
    const { code, out, err } = await run('run a.yaml --allow-scripts', { files: flow(limits), scripts });
    expect(code).toBe(0);
    expect(out.length).toBe(whole.length);
    expect(out).toBe(whole);
    expect(err).not.toContain('max_stored_bytes');
  }
  const cut = await run('run a.yaml --allow-scripts', { files: flow('max_stored_bytes: 100000'), scripts });
  expect(cut.err).toContain('The result is longer than limits.max_stored_bytes: 100 kB of 4.4 MB are printed');
});

it('refuses a file outside of its folder before anything is asked, with its place', async () => {
  const bad = { 'a.yaml': files['a.yaml'].replace('{ desc', '{ output: ../../evil.txt, desc') };
  const { code, out, err } = await run('run a.yaml', { files: bad });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^a\.yaml:3:18: error HED321: The path “\.\.\/\.\.\/evil\.txt” leads out .*notes\/a\.md\.\n$/);
});

it('shows on a terminal what runs, and leaves only what matters', async () => {
  const { err } = await run('run a.yaml', { files, columns: 80 });
  expect(err).not.toContain('say started');
  expect(err).toMatch(/Completed in .*, 1 call, .*\n$/);
});

it('stores where it was started from once it holds the run: another process may not take that for remains', async () => {
  const journal = createRunJournal();
  const holders: unknown[] = [];
  const { put } = journal.sources;
  vi.spyOn(journal.sources, 'put').mockImplementation(async (id, source) => {
    holders.push((await journal.locks.holder(id))?.name);
    await put(id, source);
  });
  expect(await run('run a.yaml', { files, journal })).toMatchObject({ code: 0 });
  expect(holders).toEqual([expect.any(String)]);
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

describe('a run whose file has changed since', () => {
  const flow = (reply: string, comment = '') => {
    const text = `${comment}default_model: "sim:default"\ntasks:\n  say: { description: Say it, options: { reply: "${reply}" } }\n`;
    return { 'a.yaml': text, '/here/a.yaml': text };
  };

  async function paused() {
    const journal = createRunJournal();
    const ran = await run('run a.yaml', { files: flow('one'), journal, onStart: (stop) => setImmediate(stop) });
    const [id = ''] = await journal.ids();
    expect(ran.code).toBe(3);
    return { journal, id };
  }

  it('is not taken up until somebody chooses how', async () => {
    const { journal, id } = await paused();
    const refused = await run('run --resume', { files: flow('two'), journal });
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err.replace(/ {2,}/g, '  ')).toBe(
      [
        `heddle: /here/a.yaml has changed since run ${id} was started. Choose:`,
        `  heddle run --resume ${id} --as-planned  continues with the workflow as it was`,
        `  heddle run a.yaml --from ${id}  starts it as it is now, and reuses what still matches`,
        '  heddle run a.yaml  starts over',
        '',
      ].join('\n'),
    );
    const ran = await run(`run --resume ${id} --as-planned`, { files: flow('two'), journal });
    expect(ran).toMatchObject({ code: 0, out: 'one\n' });
    expect(ran.err).toContain('as it was planned');
    expect(await run(`run --resume ${id}`, { files: flow('two'), journal })).toMatchObject({ code: 0, out: 'one\n' });
  });

  it('is taken up where the change means nothing', async () => {
    const { journal } = await paused();
    const files = flow('one', '# a comment\n\n');
    expect(await run('run --resume', { files, journal })).toMatchObject({ code: 0, out: 'one\n' });
  });

  it('is compared with the file, not with what the command line set', async () => {
    const journal = createRunJournal();
    const world = { journal, onStart: (stop: () => void) => void setImmediate(stop) };
    await run('run a.yaml --var x=1', { files: flow('one'), ...world });
    const files = flow('one', '# a comment\n');
    expect(await run('run --resume', { files, journal })).toMatchObject({ code: 0, out: 'one\n' });
  });
});

describe('a run that takes from an earlier one', () => {
  const flow = (last: string) => ({
    'a.yaml': `tasks:
  first: { type: script, script: { content: first } }
  last: { type: script, script: { content: "${last}" }, depends_on: [first] }
`,
  });
  /** Runs in a journal, and tells which scripts were run, and the id. */
  async function ran(line: string, journal: RunJournal, files = flow('last')) {
    const asked: string[] = [];
    const scripts: ScriptRunner = {
      async run({ content }) {
        asked.push(content);
        return { exitCode: 0, said: '' };
      },
    };
    expect((await run(`${line} --allow-scripts`, { files, journal, scripts })).code).toBe(0);
    const [id = ''] = await journal.ids();
    return { asked, id };
  }

  it('asks only for what has changed', async () => {
    const journal = createRunJournal();
    const { id: from } = await ran('run a.yaml', journal);
    const { asked, id } = await ran(`run a.yaml --from ${from}`, journal, flow('changed'));
    expect(asked).toEqual(['changed']);
    const { forkedFrom } = (await journal.executions.get(id)) ?? {};
    expect(forkedFrom).toEqual({ executionId: from, seq: (await journal.executions.get(from))?.lastSeq });
    expect((await journal.events.read(id))[0]?.data).toMatchObject({ forkedFrom });
  });

  it('goes on taking from it when it is taken up again', async () => {
    const journal = createRunJournal();
    const flow = (middle: string) => ({
      'a.yaml': `tasks:
  first: { type: script, script: { content: first } }
  middle: { type: script, script: { content: ${middle} }, depends_on: [first] }
  last: { type: script, script: { content: last }, depends_on: [middle] }
`,
    });
    await ran('run a.yaml', journal, flow('middle'));
    let pause = () => {};
    const scripts: ScriptRunner = {
      run: (_request, _sink, signal) => {
        pause();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new AppError('CANCELLED', 'Stopped.')));
        });
      },
    };
    const files = flow('changed');
    const onStart = (stop: () => void) => {
      pause = stop;
    };
    expect((await run('run a.yaml --from --allow-scripts', { files, journal, scripts, onStart })).code).toBe(3);
    expect((await ran('run a.yaml --resume', journal, files)).asked).toEqual(['changed']);
  });

  it('asks again for what came after the event that it is taken at', async () => {
    const journal = createRunJournal();
    const { id: from } = await ran('run a.yaml', journal);
    const at = (await journal.events.read(from)).find(({ kind }) => kind === 'task.completed')?.seq;
    expect((await ran(`run --from ${from} --at ${at}`, journal)).asked).toEqual(['last']);
    expect((await ran('run --from', journal)).asked).toEqual([]);
  });

  it.each([
    ['run --from 20200101-000000-00000000', 'There is no run 20200101-000000-00000000'],
    ['run a.yaml --from --at 99', '--at 99: run'],
    ['run a.yaml --from --at x', '--at x: run'],
    ['run a.yaml --at 1', '--at needs --from'],
    ['run a.yaml --from --recording r', 'or a file (--recording)'],
    ['run --from --model sim:fast', 'name the file'],
    ['run --resume --from', 'or start another from it'],
    ['run a.yaml --as-planned', '--as-planned is for --resume'],
  ])('refuses what makes no sense: %s', async (line, words) => {
    const journal = createRunJournal();
    await run('run a.yaml', { files: flow('Last'), journal });
    const refused = await run(line, { files: flow('Last'), journal });
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain(words);
  });
});
