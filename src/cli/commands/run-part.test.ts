import { describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const text = `default_model: sim:fast
tasks:
  read: { description: Read the news }
  sort: { description: "Sort {{read}}", depends_on: [read] }
  write: { description: "Sum up {{sort}}", depends_on: [sort] }
  check: { description: "Check {{write}}", depends_on: [write] }
  other: { description: Something else }
`;

/** A terminal over one journal, where the text of the file can be changed. */
function terminal() {
  const files: Record<string, string> = { 'a.yaml': text };
  const journal = createRunJournal();
  const asked = async (args: string) => {
    const result = await run(`${args} --json`, { files, journal });
    const events = result.out.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const replies = events.filter(({ kind }) => kind === 'model.replied');
    const names = (taken: boolean) =>
      replies
        .filter((event) => (event.taken !== undefined) === taken)
        .flatMap(({ path }) => path.split('/')[1])
        .sort();
    const skipped = events.filter(({ kind, data }) => kind === 'task.skipped' && data.reason === 'not_chosen');
    return {
      ...result,
      asked: names(false),
      taken: names(true),
      left: skipped.map(({ path }) => path.split('/')[1]).sort(),
    };
  };
  return { files, journal, asked, say: (args: string) => run(args, { files, journal }) };
}

describe('a part of a workflow', () => {
  it('runs one task again with what the last run gives it, and leaves out what follows', async () => {
    const { asked, files } = terminal();
    await asked('run a.yaml');
    files['a.yaml'] = text.replace('Read the news', 'Read the papers').replace('Sum up', 'Retell');
    const { code, err, ...part } = await asked('run a.yaml --only write');
    expect([code, err]).toEqual([0, expect.anything()]);
    expect(part).toMatchObject({ asked: ['write'], left: ['check'] });
    expect(part.taken).toEqual(['other', 'read', 'sort']);
    expect(part.out).toContain('"targets":{"kind":"only","tasks":[{"task":"write"}]}');
    // What was left out is asked by the rest; the first run still has what did not change.
    const rest = await asked('run a.yaml --from');
    expect(rest.asked).toEqual(['check', 'read', 'sort', 'write']);
    expect(rest.taken).toEqual(['other']);
  });

  it('runs from a task on, and to a task', async () => {
    const { asked } = terminal();
    expect(await asked('run a.yaml --until sort')).toMatchObject({
      code: 0,
      asked: ['read', 'sort'],
      left: ['check', 'other', 'write'],
    });
    const from = await asked('run a.yaml --from-task write');
    expect(from).toMatchObject({ code: 0, asked: ['check', 'write'], left: ['other'] });
    expect(from.taken).toEqual(['read', 'sort']);
    // Nothing has changed, so a run to a task takes what there is; the run from it asks again all the same.
    expect(await asked('run a.yaml --until check')).toMatchObject({ asked: [] });
    expect(await asked('run a.yaml --from-task check --from-task other')).toMatchObject({ asked: ['check', 'other'] });
    const rest = await asked('run a.yaml --from');
    expect([rest.asked, rest.taken]).toEqual([[], ['check', 'other', 'read', 'sort', 'write']]);
  });

  it('says which task to run first, and what cannot be meant', async () => {
    const { say } = terminal();
    const needs = await say('run a.yaml --only write');
    expect([needs.code, needs.err]).toEqual([2, expect.stringContaining('write needs what sort gives.')]);
    expect(needs.err).toContain('First run sort');
    expect((await say('run a.yaml --only wirte')).err).toContain('Did you mean write?');
    expect((await say('run a.yaml --only read --until write')).err).toContain('--only or --until, not both');
    expect((await say('run --only read --from')).err).toContain('Which file?');
    expect((await say('run a.yaml --resume --only read')).err).toContain('--only is for new ones');
  });
});

const looped = `default_model: sim:fast
tasks:
  rounds:
    type: sequential
    loop: { type: repeat, count: 3 }
    steps:
      - { id: write, description: "Write [seq:one|two|three]" }
      - { id: judge, description: "Judge {{write}}" }
  end: { description: "End {{rounds}}", depends_on: [rounds] }
`;

describe('a task in a container', () => {
  it('runs alone in a chosen round, and the container ends there', async () => {
    const { asked, files } = terminal();
    files['a.yaml'] = looped;
    const first = await asked('run a.yaml');
    expect(first.asked).toHaveLength(7);
    const part = await asked('run a.yaml --only rounds/write@2');
    expect([part.code, part.err]).toEqual([0, expect.anything()]);
    const asks = part.out.split('\n').filter((line) => line.includes('"model.replied"') && !line.includes('"taken"'));
    expect(asks.map((line) => JSON.parse(line).path)).toEqual([expect.stringMatching(/iter\/2\/.*task\/write\//)]);
    expect(part.left).toEqual(['end', 'rounds']);
  });

  it('runs from a chosen round on', async () => {
    const { asked, files } = terminal();
    files['a.yaml'] = looped;
    await asked('run a.yaml');
    const part = await asked('run a.yaml --from-task rounds/judge@2');
    const asks = part.out.split('\n').filter((line) => line.includes('"model.replied"') && !line.includes('"taken"'));
    expect(asks.map((line) => JSON.parse(line).path)[0]).toMatch(/iter\/2\/.*task\/judge\//);
    expect(part.code).toBe(0);
  });
});
