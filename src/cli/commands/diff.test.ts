import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '@tests/support/run-here';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const before = `name: Triage
default_model: anthropic:claude-opus-5-5
tasks:
  read: { description: Read the mail. }
  verify: { description: "Is {{read}} an order?", depends_on: [read] }
  gone: { description: Count words. }
`;
const after = `# the same in another order, with words changed
default_model: anthropic:claude-opus-5-5
name: Triage of mail
tasks:
  read: { description: Read the whole mail. }
  check: { description: "Is {{read}} an order?", depends_on: [read] }
  answer: { description: "Answer {{check}} | <b>&\`\`\`", depends_on: [check] }
layout: { tasks: { read: [0, 0] } }
`;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-diff-'));
  for (const [name, text] of Object.entries({ 'a.yaml': before, 'b.yaml': after }))
    writeFileSync(join(folder, name), text);
});

afterEach(() => vi.unstubAllEnvs());

const diff = (...args: readonly string[]) => runHere(['diff', ...args], { folder, env: { PATH: process.env['PATH'] } });

it('tells words, names, tasks and settings that changed, and what a run takes', async () => {
  const { code, out } = await diff('a.yaml', 'b.yaml');
  expect(code).toBe(0);
  expect(out).toContain('3 of 3 tasks changed, 1 removed, 1 setting changed');
  expect(out).toContain('  description: Read the {+whole +}mail.');
  expect(out).toContain('check renamed from verify');
  expect(out).toContain('answer added');
  expect(out).toContain('gone removed');
  expect(out).toContain('  name: Triage{+ of mail+}');
  expect(out).toMatch(/Calls +3/);
  expect(out).toMatch(/Cost +< \$0\.0001 – \$[\d.]+ +< \$0\.0001 – \$[\d.]+\n/);
});

it('finds no difference where only layout, order, comments and notation are others', async () => {
  writeFileSync(
    join(folder, 'c.json'),
    JSON.stringify({
      tasks: {
        read: { description: 'Read the mail.' },
        verify: { depends_on: ['read'], description: 'Is {{read}} an order?' },
        gone: { description: 'Count words.' },
      },
      default_model: 'anthropic:claude-opus-5-5',
      name: 'Triage',
      layout: { tasks: { read: [5, 5] } },
    }),
  );
  expect(await diff('a.yaml', 'c.json', '--exit-code')).toMatchObject({ code: 0, out: 'No difference in meaning.\n' });
  expect(await diff('a.yaml', 'b.yaml', '--exit-code')).toMatchObject({ code: 1 });
});

it('writes Markdown that words of a workflow cannot break out of, with a drawing', async () => {
  const { out } = await diff('a.yaml', 'b.yaml', '--markdown');
  expect(out).toMatch(/^### b\.yaml: 3 of 3 tasks changed/);
  expect(out).toContain('````diff\n+ Answer {{check}} | <b>&```\n````');
  expect(out).toContain('```mermaid\nflowchart LR\n');
  expect(out).toContain(':::added');
  expect(out).not.toMatch(/^[^`+-]*<b>/m);
});

it('tells problems that are new, and those that were solved', async () => {
  writeFileSync(join(folder, 'b.yaml'), after.replace('depends_on: [check]', 'depends_on: [nobody]'));
  const { out } = await diff('a.yaml', 'b.yaml', '--json');
  const found = JSON.parse(out);
  expect(found).toMatchObject({ same: false, before: { plan: { calls: { low: 3 } } }, after: { plan: null } });
  expect(found.problems.new.map(({ code }: { code: string }) => code)).toContain('HED301');
  const turned = JSON.parse((await diff('b.yaml', 'a.yaml', '--json')).out);
  expect(turned.problems.solved.map(({ code }: { code: string }) => code)).toContain('HED301');
});

it('takes a file as it is in a revision of Git, and says what Git says', async () => {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], { cwd: folder });
  git('init', '-q');
  git('add', 'a.yaml');
  git('commit', '-qm', 'one');
  writeFileSync(join(folder, 'a.yaml'), after);
  vi.stubEnv('GIT_DIR', join(folder, '.git'));
  const changed = await runHere(['diff', 'git:HEAD:a.yaml', join(folder, 'a.yaml')]);
  expect(changed).toMatchObject({ code: 0, out: expect.stringContaining('answer added') });
  const missing = await runHere(['diff', 'git:HEAD:other.yaml', join(folder, 'a.yaml')]);
  expect(missing).toMatchObject({ code: 2, err: expect.stringMatching(/git:HEAD:other\.yaml: .*other\.yaml/) });
});

it.each([
  [['a.yaml'], 'Which two files?'],
  [['a.yaml', 'b.yaml', '--json', '--markdown'], 'As JSON (--json), or as Markdown'],
  [['a.yaml', 'none.yaml'], 'none.yaml: no such file'],
])('refuses %j', async (args, words) => {
  const { code, err } = await diff(...args);
  expect(code).toBe(2);
  expect(err).toContain(words);
});
