import { describe, expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const text = `default_model: sim:fast
tasks:
  read: { description: Read the news }
  write: { description: "Sum up {{read}}", depends_on: [read] }
  gone: { description: Old task }
`;

/** Two runs of a workflow: as it was, and a fork with another prompt, a task less and a task more. */
async function twoRuns() {
  const files: Record<string, string> = { 'a.yaml': text };
  const journal = createRunJournal();
  const say = (args: string) => run(args, { files, journal });
  await say('run a.yaml');
  files['a.yaml'] = text.replace('Sum up', 'Retell').replace('gone: { description: Old', 'fresh: { description: New');
  await say('run a.yaml --from');
  const [second, first] = await journal.ids();
  return { say, first, second };
}

describe('two runs', () => {
  it('are compared task by task, and differ by the exit status if that is asked for', async () => {
    const { say, first, second } = await twoRuns();
    const { code, out } = await say(`compare ${first} ${second}`);
    expect(code).toBe(0);
    expect(out).toContain('1 same, 1 changed, 1 only in the first, 1 only in the second');
    expect(out).toMatch(/^changed +write +prompt, output/m);
    expect(out).toMatch(/^only in the first +gone/m);
    expect(out).toMatch(/^Calls +3 +2, 1 taken over$/m);
    expect((await say(`compare ${first} ${second} --exit-code`)).code).toBe(1);
    expect((await say(`compare ${first} ${first} --exit-code`)).code).toBe(0);
    // A fork is compared with the run it came from.
    expect((await say(`compare ${second}`)).out).toBe(out);
  });

  it('are told to programs and to a pull request', async () => {
    const { say, second } = await twoRuns();
    const json = JSON.parse((await say(`compare ${second} --json`)).out);
    expect(json).toMatchObject({
      counts: { same: 1, changed: 1, onlyFirst: 1, onlySecond: 1 },
      paid: { calls: 5 },
      second: { status: 'completed', own: { calls: 2 }, taken: { calls: 1 } },
    });
    expect(json.tasks.find(({ task }: { task: string }) => task === 'fresh')).toMatchObject({ first: null });
    const { out } = await say(`compare ${second} --markdown`);
    expect(out).toMatch(/^\| changed \| write \| prompt, output \|/m);
  });

  it('show the words of one task', async () => {
    const { say, second } = await twoRuns();
    const { out } = await say(`compare ${second} --task write`);
    expect(out).toMatch(/^write\n {2}prompt: 1 word added, 2 removed$/m);
    expect(out).toMatch(/\[-Sum up ?-\]\{\+Retell ?\+\}/);
    expect(await say(`compare ${second} --task nothing`)).toMatchObject({ code: 2 });
  });

  it('say what is missing', async () => {
    const { say, first } = await twoRuns();
    expect((await say('compare')).err).toContain('Which two runs?');
    expect((await say(`compare ${first}`)).err).toContain('is not a fork');
    expect((await say(`compare ${first} 20260101-000000-deadbeef`)).err).toContain('There is no run');
    expect((await say(`compare ${first} --json --markdown`)).code).toBe(2);
  });
});
