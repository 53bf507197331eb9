import { beforeAll, describe, expect, it } from 'vitest';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const files = {
  'a.yaml': `tasks:
  check:
    type: script
    script: { content: npm test }
    error_handling: { on_error: continue }
    loop: { type: until, condition: 'status == "COMPLETE"', max_iterations: 5 }
`,
};
const long = 'a long line of what it printed\n'.repeat(200).trimEnd();
const journal = createRunJournal();
const print = (line: string, world = {}) => run(line, { journal, ...world });
/** Fails twice, then does well. */
let times = 0;
const scripts: ScriptRunner = {
  async run(_request, sink) {
    times += 1;
    await sink('stdout', new TextEncoder().encode(`round ${times}\n${long}`));
    if (times < 3) await sink('stderr', new TextEncoder().encode(`broken ${times}`));
    return { exitCode: times < 3 ? 1 : 0, said: '' };
  },
};

beforeAll(async () => {
  const ran = await run('run a.yaml --allow-scripts', { files, journal, scripts });
  expect(ran.code).toBe(0);
});

describe('heddle iterations', () => {
  it('prints a line for each, with how it ended', async () => {
    const { code, out } = await print('iterations');
    expect(code).toBe(0);
    const words = out
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    expect(words.map(([n, exit, , ...rest]) => [n, exit, ...rest])).toEqual(
      [1, 2, 3].map((n) => [`${n}`, `exit ${n < 3 ? 1 : 0}`, `check (round ${n})`, 'npm test']),
    );
    const coloured = (await print('iterations', { coloured: true })).out;
    expect(coloured).toContain('\u001b[31mexit 1');
    expect(coloured).toContain('\u001b[32mexit 0');
  });

  it('prints only what is asked for', async () => {
    const found = async (options: string) => (await print(`iterations ${options}`)).out.match(/round \d/g) ?? [];
    expect(await found('--exit-code failed')).toEqual(['round 1', 'round 2']);
    expect(await found('--exit-code 0')).toEqual(['round 3']);
    expect(await found('--text NPM')).toHaveLength(3);
    expect(await found('--task check')).toHaveLength(3);
    expect(await found('--task che')).toEqual([]);
    expect((await print('iterations --exit-code 7')).err).toContain('has no such iteration');
  });

  it('says that a run has none', async () => {
    const world = { files: { 'b.yaml': 'default_model: sim:echo\ntasks: { a: { description: x } }' } };
    const only = { ...world, journal: createRunJournal() };
    await run('run b.yaml', only);
    expect((await run('iterations b.yaml', only)).err).toMatch(/^heddle: Run \S+ has no iterations\.\n$/);
  });

  it('shows one whole, with its standard error apart', async () => {
    const { code, out, err } = await print('iterations --show 2');
    expect(code).toBe(0);
    expect(out).toBe(`round 2\n${long}\n`);
    expect(err).toMatch(/^Iteration 2 — Exit 1 — .*\ncheck \(round 2\).*\nCommand: npm test\n/);
    expect(err).toMatch(/\nStandard error:\nbroken 2\n$/);
  });

  it('says that it is not known which files a script changed', async () => {
    const beside: ScriptRunner = { run: async () => ({ exitCode: 0, said: '', filesChanged: null }) };
    const world = { journal: createRunJournal(), scripts: beside, files: { 'a.yaml': files['a.yaml'] } };
    expect((await run('run a.yaml --allow-scripts', world)).code).toBe(0);
    expect((await run('iterations --show 1', world)).err).toContain('\nIt is not known which files were changed');
  });

  it('gives a program the records of the seed, with all that was printed', async () => {
    const records = (await print('iterations --json')).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const [id] = await journal.ids();
    expect(records.map((record) => record.id)).toEqual([1, 2, 3].map((n) => `${id}-iter-${n}`));
    expect(records[1]).toMatchObject({
      execution_id: id,
      iteration: 2,
      validation_command: 'npm test',
      exit_code: 1,
      stdout: `round 2\n${long}`,
      stderr: 'broken 2',
      files_changed: [],
      tool_calls: [],
    });
    expect(JSON.parse((await print('iterations --json --show 3')).out)).toEqual(records[2]);
  });

  it('shows one by its id too, which names the run', async () => {
    const [id = ''] = await journal.ids();
    const byNumber = await print('iterations --show 2');
    expect(await print(`iterations --show ${id}-iter-2`)).toEqual(byNumber);
    expect(await print(`iterations ${id} --show ${id}-iter-2`)).toEqual(byNumber);
    const other = '20260101-101010-00000001-iter-2';
    expect((await print(`iterations ${id} --show ${other}`)).err).toContain(`--show ${other} is not of run ${id}.`);
  });

  it('takes -1, the exit code of what was not run, as the guide writes it', async () => {
    const { code, err } = await print('iterations --exit-code -1');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('has no such iteration') });
  });

  it('warns of a large output, in words and to a program', async () => {
    const flow = 'tasks: { big: { type: script, script: { content: x }, loop: { type: repeat, count: 1 } } }';
    const large: ScriptRunner = {
      async run(_request, sink) {
        await sink('stdout', new TextEncoder().encode('x'.repeat(120_000)));
        return { exitCode: 0, said: '' };
      },
    };
    const world = { files: { 'b.yaml': flow }, journal: createRunJournal(), scripts: large };
    expect((await run('run b.yaml --allow-scripts', world)).code).toBe(0);
    expect((await run('iterations', world)).out).toMatch(/ big \(round 1\) {2}x {2}large output: 120 kB\n$/);
    const { out, err } = await run('iterations --json', world);
    expect(JSON.parse(out)).toMatchObject({ large: true });
    expect(err).toMatch(/^heddle: .*-iter-1 has a large output: 120 kB\.\n$/);
    expect((await run('iterations --show 1', world)).err).toContain('\nLarge output: 120 kB\n');
  });

  it('shows of a prompt the instruction of the task, not the context above it', async () => {
    const flow = (reply: string) => `default_model: "sim:fast"
tasks:
  facts: { description: List facts, options: { reply: "${reply}" } }
  poem: { description: Write a poem, depends_on: [facts], loop: { type: repeat, count: 1 } }
`;
    for (const reply of ['A fact.', 'A long fact. '.repeat(50)]) {
      const world = { files: { 'b.yaml': flow(reply) }, journal: createRunJournal() };
      expect((await run('run b.yaml', world)).code).toBe(0);
      expect((await run('iterations', world)).out).toMatch(/ poem \(round 1\) {2}Write a poem {2}/);
    }
  });

  it('deletes those of a run that is named, and says how many', async () => {
    const own = createRunJournal();
    times = 0;
    await run('run a.yaml --allow-scripts', { files, journal: own, scripts });
    const [id = ''] = await own.ids();
    const hold = await own.locks.hold(id);
    expect((await run(`iterations ${id} --delete`, { journal: own })).code).toBe(2);
    if (hold.ok) hold.value.release();
    const deleted = await run(`iterations ${id} --delete`, { journal: own });
    expect(deleted).toMatchObject({ code: 0, out: '', err: `Deleted 3 iterations of run ${id}.\n` });
    expect((await run(`iterations ${id}`, { journal: own })).out).toBe('');
    expect((await run(`log ${id}`, { journal: own })).out).toContain('run.completed');
  });

  it.each([
    ['iterations --exit-code well', 'a number is expected, or failed'],
    ['iterations --show x', 'the number or the id of an iteration'],
    ['iterations --show x-iter-1', 'the number or the id of an iteration'],
    ['iterations --delete', 'Whose iterations?'],
    ['iterations a.yaml --delete --task check', 'leave out --task'],
    ['iterations --show 9', 'has no iteration 9'],
  ])('refuses what makes no sense: %s', async (line, words) => {
    const { code, out, err } = await print(line);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(words);
  });
});

describe('heddle iterations of tasks that hold others', () => {
  const script = `echo checking # ${'so '.repeat(100)}\nmake check`;
  const own = createRunJournal();
  const workflow = `tasks:
  all:
    type: sequential
    loop: { type: repeat, count: 1 }
    steps:
      - { id: write, type: script, script: { content: echo written } }
      - { id: ci, type: script, script: { content: ${JSON.stringify(script)} } }
`;
  beforeAll(async () => {
    const runner: ScriptRunner = {
      async run({ content }, sink) {
        const isCheck = content === script;
        await sink('stdout', new TextEncoder().encode(isCheck ? '2 tests failed' : 'written'));
        if (isCheck) await sink('stderr', new TextEncoder().encode('broken'));
        return { exitCode: isCheck ? 4 : 0, said: '' };
      },
    };
    await run('run b.yaml --allow-scripts', { files: { 'b.yaml': workflow }, journal: own, scripts: runner });
  });

  it('shows what decided a round, with its whole script, and how each part ended', async () => {
    const { out, err } = await run('iterations --show 1', { journal: own });
    expect(out).toBe('2 tests failed\n');
    expect(err).toContain(`\nCommand:\n${script.trimEnd()}\nDecided by: all/ci (round 1)\n`);
    expect(err).toContain('\nPart all/write (round 1): exit 0, written\n');
    expect(err).toMatch(/\nPart all\/ci \(round 1\): exit 4, .*\n/);
    expect(err).toMatch(/Standard error:\nbroken\n$/);
  });

  it('gives a program each part with its outputs', async () => {
    const record = JSON.parse((await run('iterations --json', { journal: own })).out);
    expect(record).toMatchObject({
      validation_command: script,
      exit_code: 4,
      decided_by: 'all/ci',
      stdout: '2 tests failed',
      stderr: 'broken',
      parts: [
        { task: 'all/write', type: 'script', exit_code: 0, command: 'echo written', stdout: 'written', stderr: '' },
        { task: 'all/ci', type: 'script', exit_code: 4, command: script, stdout: '2 tests failed', stderr: 'broken' },
      ],
    });
  });
});
