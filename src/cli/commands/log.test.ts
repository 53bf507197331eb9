import { beforeAll, describe, expect, it } from 'vitest';
import { runEventSchema } from '@/run/events';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const files = {
  'a.yaml': `default_model: "sim:fast"
tasks:
  first: { description: First, options: { reply: One } }
  second: { description: "Second {{first}}", depends_on: [first] }
  fails: { type: script, script: { content: whoami }, depends_on: [second] }
`,
};
const journal = createRunJournal();
const print = (line: string) => run(line, { journal });
const seqs = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)).seq);

beforeAll(async () => {
  await run('run a.yaml', { files, journal });
});

describe('heddle log', () => {
  it('prints a line for each event, in order', async () => {
    const { code, out } = await print('log');
    const lines = out.trimEnd().split('\n');
    expect(code).toBe(0);
    expect(lines.map((line) => Number(line.slice(0, 7)))).toEqual(lines.map((_line, index) => index + 1));
    expect(lines[0]).toMatch(/^ {6}1 {2}\d\d:\d\d:\d\d\.\d{3} {2}run\.started {8}3 tasks$/);
    expect(out).toMatch(/task\.completed {5}first completed in /);
  });

  it('prints the events as they are stored for a program, in either direction', async () => {
    const all = seqs((await print('log --json')).out);
    expect(all).toEqual(all.map((_seq, index) => index + 1));
    expect(seqs((await print('log --json --reverse')).out)).toEqual(all.toReversed());
    expect(seqs((await print('log --json --from 4')).out)).toEqual(all.slice(3));
    expect(seqs((await print('log --json --from 4 --reverse')).out)).toEqual([4, 3, 2, 1]);
    expect(seqs((await print('log --json --last 2')).out)).toEqual(all.slice(-2));
    expect(seqs((await print('log --json --last 2 --reverse')).out)).toEqual(all.slice(-2).toReversed());
  });

  it('prints a text of several lines in the one line of its event', async () => {
    const flow = {
      'l.yaml': 'default_model: sim:fast\ntasks: { a: { description: "A\\n\\n  B", options: { reply: x } } }',
    };
    const own = createRunJournal();
    await run('run l.yaml', { files: flow, journal: own });
    const { out } = await run('log --kind model.requested', { journal: own });
    expect(out).toMatch(/^ .* A B\n$/);
  });

  it('says of which workflows there are runs where there is none of one', async () => {
    const told = 'There is no run of b.yaml in /here/.heddle/runs, but 1 of other workflows.';
    expect((await print('log b.yaml')).err).toBe(`heddle: ${told}\n`);
    expect((await print('runs b.yaml')).err).toBe(`heddle: ${told}\n`);
    expect((await run('log b.yaml')).err).toBe('heddle: There is no run in /here/.heddle/runs.\n');
  });

  it('prints only what is asked for', async () => {
    const kinds = async (options: string) => {
      const { out } = await print(`log --json ${options}`);
      return out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).kind);
    };
    expect(await kinds('--kind run')).toEqual(['run.started', 'run.failed']);
    expect(await kinds('--kind run.started --kind task.failed')).toEqual(['run.started', 'task.failed']);
    expect(await kinds('--status failed')).toEqual(['task.failed', 'run.failed']);
    expect(new Set(await kinds('--task second'))).toContain('task.completed');
    expect(await kinds('--text ONE --kind model.replied --task first')).toEqual(['model.replied']);
    expect(await print('log --kind run --task first')).toMatchObject({ code: 0, out: '' });
  });

  it('prints the events of a pipeline, or those whose id begins with something', async () => {
    const steps = `default_model: "sim:fast"
tasks:
  before: { description: Before, options: { reply: B } }
  p: { type: pipeline, pipeline_id: hanoi-001, plan: [one, two], options: { reply: S }, depends_on: [before] }
`;
    const own = createRunJournal();
    await run('run p.yaml', { files: { 'p.yaml': steps }, journal: own });
    const read = async (options: string) => {
      const { out } = await run(`log --json ${options}`, { journal: own });
      return out
        .trimEnd()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => runEventSchema.parse(JSON.parse(line)));
    };
    const trail = await read('--pipeline hanoi-001');
    expect(trail.map(({ kind, step }) => [kind, step])).toEqual([
      ['task.started', undefined],
      ['model.replied', 0],
      ['model.replied', 1],
      ['pipeline.progress', undefined],
      ['task.completed', undefined],
    ]);
    const id = trail[1]?.id ?? '';
    expect(await read(`--event ${id}`)).toEqual([trail[1]]);
    expect(await read(`--event ${id.slice(0, 6).toUpperCase()}`)).toEqual([trail[1]]);
    expect(await read(`--text ${id.slice(0, 6)}`)).toEqual([trail[1]]);
    expect(await read('--text HANOI --kind task.started')).toEqual([trail[0]]);
    expect(await read('--pipeline other')).toEqual([]);
  });

  it('tells of events that cannot be read', async () => {
    const find: typeof journal.events.find = async (id, query) => {
      const page = await journal.events.find(id, query);
      return { ...page, events: page.events.filter(({ seq }) => seq !== 4 && seq !== 5) };
    };
    const damaged = { ...journal, events: { ...journal.events, find } };
    expect((await run('log', { journal: damaged })).err).toBe('heddle: Damaged, and left out: events 4 to 5.\n');
    expect((await run('log --reverse', { journal: damaged })).err).toContain('events 5 to 4');
    expect((await run('log --kind task', { journal: damaged })).err).toBe('');
  });

  it.each([
    ['log --kind task.complete', 'Did you mean task.completed?'],
    ['log --kind zzzzzz', 'the kinds are run.started'],
    ['log --status bad', 'one of ok, failed'],
    ['log --event xyz', 'the id of an event'],
    ['log --last 0', 'a number from 1'],
    ['log --from x', 'a number from 1'],
    ['log --from 1 --last 1', 'or the last ones'],
    ['log a b', 'Which run?'],
    ['log b.yaml', 'There is no run of b.yaml in'],
    ['log 20200101-000000-00000000', 'There is no run 20200101'],
  ])('refuses what makes no sense: %s', async (line, words) => {
    const { code, out, err } = await print(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(words);
  });
});

describe('heddle runs', () => {
  it('lists what is kept, for a person and for a program', async () => {
    const own = createRunJournal();
    await run('run a.yaml', { files, journal: own });
    const [from = ''] = await own.ids();
    await run('run a.yaml --from', { files, journal: own });
    const [newest = ''] = await own.ids();
    const { out } = await run('runs', { journal: own });
    const [head, ...rows] = out.trimEnd().split('\n');
    expect(head).toMatch(/^RUN +WORKFLOW +STATUS +STARTED/);
    expect(rows.map((row) => row.split(' ')[0])).toEqual([newest, from]);
    expect(rows[1]).toContain('failed');
    expect(rows[0]).toMatch(new RegExp(`${from} at \\d+$`));
    const json = JSON.parse((await run('runs a.yaml --json', { journal: own })).out);
    expect(json).toMatchObject([
      { id: newest, status: 'failed' },
      { id: from, workflow: 'a.yaml', forkedFrom: null },
    ]);
  });

  it('says where there is none', async () => {
    const none = await run('runs b.yaml', { journal });
    expect(none).toMatchObject({ code: 0, out: '' });
    expect(none.err).toContain('There is no run');
    expect((await run('runs b.yaml --json', { journal })).out).toBe('[]\n');
  });
});
