import { expect, it } from 'vitest';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { run } from '../memory-io.testing';

const text = `default_model: sim:echo
tasks:
  read: { description: Read }
  write: { description: "Sum up {{read}}", depends_on: [read] }
  check: { description: "Check {{write}}", depends_on: [write] }
`;

it('says what a run would keep of an earlier one and what it would ask, and the run does that', async () => {
  const files: Record<string, string> = { 'a.yaml': text };
  const journal = createRunJournal();
  const again = (args: string) => run(args, { files, journal });
  expect(await again('run a.yaml')).toMatchObject({ code: 0 });
  files['a.yaml'] = text.replace('Sum up', 'Retell');
  const { code, out } = await again('plan a.yaml --from');
  expect(code).toBe(0);
  expect(out).toContain('2 of 3 changed');
  expect(out).toMatch(/^Asked +write +Changed: prompt$/m);
  expect(out).toMatch(/^Maybe +check +Asked again if write answers otherwise$/m);
  const { forecast } = JSON.parse((await again('plan a.yaml --from --json')).out);
  expect(forecast).toMatchObject({ kept: 1, asked: 2, tasks: { write: { forecast: 'asked' } } });
  const { err } = await again('run a.yaml --from');
  expect(err).toContain('2 calls');
  expect(err).toContain('1 call taken over');
  expect((await again('log')).out).toMatch(/model\.replied +read \(turn 1\) +sim:echo +taken over from \S+ at \d+/);
});

it('says what earlier runs took, of a run and of each task, from the second time on', async () => {
  const journal = createRunJournal();
  const again = (args: string) => run(args, { files: { 'a.yaml': text, 'b.yaml': text }, journal });
  expect((await again('plan a.yaml')).out).not.toContain('Expected');
  expect(JSON.parse((await again('plan a.yaml --json')).out)).not.toHaveProperty('expected');
  await again('run a.yaml');
  await again('run a.yaml');
  expect((await again('plan a.yaml')).out).toMatch(
    /^Expected +about \$0\.00, at most \$0\.00, \d+ tok, [\d.:]+ m?s; from 2 runs$/m,
  );
  const { expected } = JSON.parse((await again('plan a.yaml --json')).out);
  expect(expected).toMatchObject({ runs: 2, cost_usd: 0, tasks: { read: { runs: 2, cost_usd: 0 } } });
  // Runs of another file say nothing of this one.
  expect((await again('plan b.yaml')).out).not.toContain('Expected');
});

it('says when there is no run to take from', async () => {
  const { code, err } = await run('plan a.yaml --from', { files: { 'a.yaml': text } });
  expect([code, err]).toEqual([2, expect.stringContaining('There is no run')]);
});

it('takes nothing of a dry run, says so, and passes it over where the last run is meant', async () => {
  const files = { 'a.yaml': text.replace('sim:echo', 'sim:fast') };
  const journal = createRunJournal();
  const again = (args: string) => run(args, { files, journal });
  expect(await again('dry-run a.yaml --journal j')).toMatchObject({ code: 0 });
  const [dry] = JSON.parse((await again('runs --json')).out);
  expect(dry).toMatchObject({ isDry: true });
  expect((await again('runs')).out).toMatch(/dry run/);
  expect((await again('log')).out).toContain('3 tasks, a dry run');
  const refused = await again('plan a.yaml --from');
  expect(refused.code).toBe(2);
  expect(refused.err).toMatch(RegExp(`There is no run of a.yaml in .+ to take results from: ${dry.id} was a dry run`));
  expect((await again('run a.yaml --from')).err).toBe(refused.err);
  const foreseen = await again(`plan a.yaml --from ${dry.id}`);
  expect(foreseen).toMatchObject({ code: 0, err: `heddle: ${dry.id} was a dry run: nothing is taken from it.\n` });
  expect(foreseen.out).toContain(`From ${dry.id}: 3 to run`);
  const { code, err } = await again(`run a.yaml --from ${dry.id}`);
  expect(code).toBe(0);
  expect(err).toContain(`${dry.id} was a dry run: nothing is taken from it.`);
  expect(err).not.toContain('taken over');
  const [real] = JSON.parse((await again('runs --json')).out);
  expect(real).toMatchObject({ isDry: false, forkedFrom: { executionId: dry.id } });
});
