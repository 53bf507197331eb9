import { beforeEach, describe, expect, it } from 'vitest';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { run } from '../memory-io.testing';

const files = {
  'a.yaml': `default_model: "sim:fast"
tasks:
  first: { description: First, options: { reply: "${'long '.repeat(600)}" } }
  second: { description: "Second {{first}}", depends_on: [first] }
`,
};
let journal: RunJournal;
let id = '';

beforeEach(async () => {
  journal = createRunJournal();
  expect((await run('run a.yaml', { files, journal })).code).toBe(0);
  [id = ''] = await journal.ids();
});

describe('heddle replay', () => {
  it('tells that a run comes out the same', async () => {
    const { code, out } = await run('replay', { journal });
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        new RegExp(`^Run ${id} comes out the same up to event \\d+ \\(\\d+ events compared\\)\\.\\n$`),
      ),
    });
    expect((await run(`replay ${id} --to 5`, { journal })).out).toContain('up to event 5');
    expect(JSON.parse((await run('replay --json', { journal })).out)).toMatchObject({ ended: true, difference: null });
  });

  it('tells what does not, and ends with 1', async () => {
    const { read } = journal.events;
    const forged: RunJournal['events'] = {
      ...journal.events,
      read: async (...args) =>
        (await read(...args)).map((event) =>
          event.kind === 'task.completed' ? { ...event, result: 'forged' } : event,
        ),
    };
    const { code, out } = await run('replay', { journal: { ...journal, events: forged } });
    expect(code).toBe(1);
    expect(out).toMatch(/differs: task\.completed of first \(event \d+\) would be written differently\.\n$/);
  });

  it('refuses what makes no sense', async () => {
    expect(await run('replay --to 0', { journal })).toMatchObject({ code: 2, out: '' });
    expect(await run('replay a b', { journal })).toMatchObject({ code: 2, out: '' });
  });
});

describe('heddle export and import', () => {
  it('warn of a file from which an unfinished run cannot be resumed, and say how it goes on, without contradiction', async () => {
    const asking = `default_model: "sim:fast"
tasks:
  first: { description: First, options: { reply: "${'long '.repeat(600)}" } }
  asks:
    description: "About {{first}}"
    depends_on: [first]
    interactive: true
    options: { tool_calls: [{ name: ask_user, arguments: { question: Which? } }], reply: Thank you }
`;
    const open = createRunJournal();
    expect(await run('run a.yaml', { files: { 'a.yaml': asking }, journal: open })).toMatchObject({ code: 3 });
    const warning =
      'has not ended. A copy of this file cannot be resumed if it needs a text that is longer than an event';
    expect((await run('export --payloads', { journal: open })).err).toBe('');
    const { out: file, err } = await run('export', { journal: open });
    expect(err).toContain(warning);
    expect((await run('export', { journal })).err).toBe('');

    const other = createRunJournal();
    const imported = await run('import r.jsonl', { journal: other, files: { 'r.jsonl': file } });
    const resumed = await run('run --resume', { journal: other, ask: async () => 'this' });
    expect(resumed.code).toBe(1);
    expect(resumed.err).toContain('A part of this run is missing from the storage. Start a new run.\n');
    expect(resumed.err).toContain(
      `A new run that reuses what is still there: heddle run --from ${imported.out.trim()}\n`,
    );
    expect(resumed.err).not.toContain('Then resume it');
  });

  it('carry a run from one journal to another', async () => {
    const { out: file } = await run('export --payloads', { journal });
    const other = createRunJournal();
    const kept = await run('import run.jsonl', { journal: other, files: { 'run.jsonl': file } });
    const [copy = ''] = await other.ids();
    expect(kept).toMatchObject({ code: 0, out: `${copy}\n` });
    expect(await other.events.read(copy)).toEqual(await journal.events.read(id));
    expect((await run(`replay ${copy}`, { journal: other })).code).toBe(0);
    const [there, here] = [
      await run(`run --resume ${copy}`, { journal: other }),
      await run('run --resume', { journal }),
    ];
    expect({ code: there.code, out: there.out }).toEqual({ code: 0, out: here.out });
  });

  it('write to a file, without the secrets of the environment', async () => {
    const word = 'hush-0123456789';
    const told = { 'a.yaml': files['a.yaml'].replace('description: First', `description: "First ${word}"`) };
    await run('run a.yaml', { files: told, journal });
    const world = { journal, env: { HEDDLE_SECRET_WORD: word } };
    const { code, out, files: written } = await run('export --out r.jsonl', world);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(written['r.jsonl']?.includes('run.started')).toBe(true);
    expect(written['r.jsonl']?.includes(word)).toBe(false);
  });

  it('give a recording, with what is longer than an event', async () => {
    const flow = { 'b.yaml': 'tasks: { a: { type: script, script: { content: long } } }' };
    let times = 0;
    const scripts: ScriptRunner = {
      async run(_request, sink) {
        times += 1;
        await sink('stdout', new TextEncoder().encode('long '.repeat(1000)));
        return { exitCode: 0, said: '' };
      },
    };
    const ran = await run('run b.yaml --allow-scripts', { files: flow, journal, scripts });
    const recorded = async (line: string) => {
      const { out } = await run(line, { journal });
      const again = 'run b.yaml --allow-scripts --recording r';
      times = 0;
      expect((await run(again, { files: { ...flow, r: out }, scripts })).out === ran.out).toBe(true);
      return times;
    };
    expect(await recorded('export --payloads')).toBe(0);
    expect(await recorded('log --json')).toBe(1);
  });

  it.each([
    ['import', 'Which file?'],
    ['import none.jsonl', 'none.jsonl: '],
    ['import bad.jsonl', 'Line 1 of the file'],
  ])('refuse what makes no sense, and keep nothing: %s', async (line, words) => {
    const other = createRunJournal();
    const { code, out, err } = await run(line, { journal: other, files: { 'bad.jsonl': 'x' } });
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(words);
    expect(await other.ids()).toEqual([]);
  });
});
