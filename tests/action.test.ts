import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { builtCli } from './support/built-cli';

// The steps of action.yml, in the order in which GitHub goes through them, in a repository with nothing else in it. The
// program that would write the comment only writes down what it is asked.

interface Step {
  readonly name: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const action = parse(readFileSync('action.yml', 'utf8')) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const hostile = '; touch pwned; $(touch pwned) `touch pwned`.heddle.yaml';
let cli = '';
beforeAll(async () => {
  cli = await builtCli();
  // What a whole build has beside the command line: the page for runs.
  writeFileSync(join(cli, '../../shared-run.html'), '<title>A run of Heddle</title><!--heddle-run-->');
});

/** A repository with one workflow of the gallery, and its revision. */
function startRepository() {
  const root = mkdtempSync(join(tmpdir(), 'heddle-action-'));
  const folder = join(root, 'repository');
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: folder }).toString();
  cpSync('public/gallery/extract-invoice', folder, { recursive: true });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'base');
  const commit = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    git('add', '-A');
    git('commit', '-qm', path);
  };
  return { root, folder, commit, base: git('rev-parse', 'HEAD').trim() };
}

/** Goes through the steps that run a shell. `comments`: ids that the pull request has already, one a line. */
function review({ root, folder, base }: ReturnType<typeof startRepository>, comments = '') {
  const [summary, output, asked, bin] = ['summary', 'output', 'asked', 'bin'].map((name) => join(root, name));
  for (const file of [summary, output, asked]) writeFileSync(file as string, '');
  mkdirSync(bin as string, { recursive: true });
  writeFileSync(
    join(bin as string, 'gh'),
    `#!/bin/bash\nprintf '%s ' "$@" >> '${asked}'\necho >> '${asked}'\ncase "$*" in *--paginate*) printf '%s' '${comments}';; esac\n`,
  );
  chmodSync(join(bin as string, 'gh'), 0o755);
  const given: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries(action.inputs).map(([name, { default: text = '' }]) => [`inputs.${name}`, text]),
    ),
    'inputs.base': base,
    'inputs.heddle': `${process.execPath} ${cli}`,
    'inputs.token': 'token',
    'github.repository': 'someone/flows',
    'github.event.pull_request.number': '7',
  };
  let code = 0;
  for (const { run, env = {} } of action.runs.steps) {
    if (run === undefined || code !== 0) continue;
    const outputs = Object.fromEntries(
      readFileSync(output as string, 'utf8')
        .split('\n')
        .map((line) => line.split('=', 2))
        .map(([name, value]) => [`steps.review.outputs.${name}`, value ?? '']),
    );
    const fill = (text: string) =>
      text.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => ({ ...given, ...outputs })[name] ?? expect.fail(name));
    const filled = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, fill(text)]));
    const shell = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd: folder,
      env: {
        ...{ PATH: `${bin}:${process.env['PATH']}`, HOME: root, RUNNER_TEMP: join(root, 'temp') },
        ...{ GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: output },
        ...filled,
      },
      encoding: 'utf8',
    });
    code = shell.status ?? -1;
  }
  return { code, summary: readFileSync(summary as string, 'utf8'), asked: readFileSync(asked as string, 'utf8') };
}

it('says by meaning what a pull request changes, and fails where a test is not answered', () => {
  const repository = startRepository();
  const file = 'extract-invoice.heddle.yaml';
  const text = readFileSync(join(repository.folder, file), 'utf8');
  repository.commit(file, text.replace('Extract this invoice', 'Extract that invoice'));
  const { code, summary, asked } = review(repository);
  expect(summary).toMatch(/^<!-- heddle-review -->\n### extract-invoice\.heddle\.yaml: 1 of 2 tasks changed/);
  expect(summary).toContain('+ Extract that invoice.');
  expect(summary).toContain('1 held');
  expect(asked).toMatch(/-X POST repos\/someone\/flows\/issues\/7\/comments -F body=@/);
  const report = join(repository.root, 'temp/heddle-review/tests-1.html');
  const [, run = 'no run'] = /<a href="([^"]+)">Its run</.exec(readFileSync(report, 'utf8')) ?? [];
  expect(readFileSync(join(report, '..', run), 'utf8')).toContain('type="application/heddle"');
  expect(code).toBe(1);
});

it('passes where all is kept, writes its one comment anew, and takes a name of a file for nothing but that', () => {
  const repository = startRepository();
  const file = 'extract-invoice.heddle.yaml';
  const text = readFileSync(join(repository.folder, file), 'utf8');
  repository.commit(file, text.replace('name: Extract an invoice', 'name: Extract invoices'));
  repository.commit(hostile, 'heddle: 1\nname: New\ndefault_model: sim:default\ntasks: { a: { description: A } }\n');
  repository.commit('notes.md', 'Not a workflow.');
  const { code, summary, asked } = review(repository, '41\n42');
  expect(summary).toContain('1 passed');
  expect(summary).toContain('### A new workflow: ? touch pwned');
  expect(summary).not.toContain('notes.md');
  expect(existsSync(join(repository.folder, 'pwned'))).toBe(false);
  expect(asked).toMatch(/-X PATCH repos\/someone\/flows\/issues\/comments\/41 -F body=@/);
  expect(code).toBe(0);
});

it('says nothing in a pull request that changes no workflow, and fails for one that does not read', () => {
  const repository = startRepository();
  repository.commit('notes.md', 'Not a workflow.');
  const none = review(repository);
  expect([none.code, none.summary.includes('No workflow changed.')]).toEqual([0, true]);
  repository.commit('broken.heddle.yaml', 'heddle: 1\ntasks: [');
  expect(review(repository).code).toBe(1);
});
