import { describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const text = `default_model: sim:fast
tasks:
  read: { description: Read the news }
  write: { description: "Sum up {{read}}", depends_on: [read] }
  tell: { description: "Tell of {{write}}", depends_on: [write] }
`;
const renamed = text.replaceAll('write', 'draft');
const removed = text.replace(/ {2}write:.*\n/, '').replaceAll('write', 'read');

/** A terminal over one journal with a run of the workflow, whose file can be changed. */
async function terminal() {
  const files: Record<string, string> = { 'a.yaml': text };
  const journal = createRunJournal();
  const say = (args: string) => run(args, { files, journal });
  const newest = async () => (await journal.ids())[0] ?? '';
  await say('run a.yaml');
  const first = await newest();
  return { files, journal, say, newest, first };
}

/** The calls of a run that were paid for, and that were taken over. */
const callsOf = (err: string) => / (?:(\d+) calls?, .*?)?(?:(\d+) calls? taken over|$)/.exec(err)?.slice(1);

describe('a task that was renamed or removed since', () => {
  it.each([
    ['renamed', renamed, 'Its tasks are read, draft, tell.'],
    ['removed', removed, 'Its tasks are read, tell.'],
  ])('is told where a part of it is to run: %s', async (_, now, names) => {
    const { files, journal, say, first } = await terminal();
    files['a.yaml'] = now;
    for (const wish of ['--only write', '--until write', '--from-task write', `--only write --from ${first}`]) {
      const { code, out, err } = await say(`run a.yaml ${wish}`);
      expect({ wish, code, out }).toEqual({ wish, code: 2, out: '' });
      expect(err).toContain(
        'There is no task write in this workflow. An earlier run had it: it was renamed or removed',
      );
      expect(err).toContain(names);
    }
    expect(await journal.ids()).toEqual([first]);
  });

  it('says what has no result under its new name yet, and the rest is taken', async () => {
    const { files, say, newest, first } = await terminal();
    files['a.yaml'] = renamed;
    const refused = await say('run a.yaml --only tell');
    expect(refused.code).toBe(2);
    expect(refused.err).toContain('tell needs what draft gives. No run has that. First run draft');
    const ran = await say(`run a.yaml --from ${first}`);
    expect(ran.code).toBe(0);
    expect(callsOf(ran.err.split('Completed')[1] ?? '')?.[1]).toBe('2');
    const second = await newest();
    expect((await say(`log ${second} --json --kind model.replied`)).out).not.toContain('task/write');

    // What it gave is still in the run that had it, and is compared as only there.
    expect((await say(`outputs ${first} --show write`)).code).toBe(0);
    const gone = await say(`outputs ${second} --show write`);
    expect([gone.code, gone.err]).toEqual([2, expect.stringContaining(`heddle outputs ${second} lists those`)]);
    const { out } = await say(`compare ${first} ${second}`);
    expect(out).toMatch(/^only in the first +write /m);
    expect(out).toMatch(/^only in the second +draft /m);
    expect((await say(`compare ${first} ${second} --task write`)).out).toContain('write');
  });
});

describe('a fork of a fork of a removed run', () => {
  it('has all that it took, runs again, in part and forked anew, and says what is gone', async () => {
    const { files, journal, say, newest, first } = await terminal();
    files['a.yaml'] = text.replace('Tell of', 'Sing of');
    await say('run a.yaml --from');
    const second = await newest();
    files['a.yaml'] = text.replace('Tell of', 'Sing and tell of');
    await say('run a.yaml --from');
    const third = await newest();
    const outputs = (await say(`outputs ${third} --json`)).out;
    expect(JSON.parse(outputs)).toHaveLength(3);
    for (const id of [first, second]) expect((await say(`remove ${id}`)).code).toBe(0);
    expect(await journal.ids()).toEqual([third]);

    expect((await say(`outputs ${third} --json`)).out).toBe(outputs);
    expect((await say(`replay ${third}`)).code).toBe(0);
    const again = await say(`run a.yaml --from ${third}`);
    expect([again.code, again.err]).toEqual([0, expect.stringContaining('3 calls taken over')]);
    const part = await say(`run a.yaml --only tell --from ${third}`);
    expect([part.code, part.err]).toEqual([0, expect.stringMatching(/1 call, .*2 calls taken over/)]);
    for (const line of [`run a.yaml --from ${first}`, `compare ${second} ${third}`, `log ${first}`]) {
      const refused = await say(line);
      expect({ line, code: refused.code, out: refused.out }).toEqual({ line, code: 2, out: '' });
      expect(refused.err).toMatch(/There is no run \S+ in .*It may have been removed: heddle runs lists/);
    }
  });
});
