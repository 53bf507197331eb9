import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { builtCli } from './support/built-cli';

// Only what is a matter of the process and of the bundle: what commands say is asserted of `main` beside them.
const folder = mkdtempSync(join(tmpdir(), 'heddle-cli-'));
let program: string;

/** Starts the built file itself in a folder of its own. */
function heddle(args: readonly string[], input: string | Uint8Array = '') {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

beforeAll(async () => {
  program = await builtCli();
});

it('tells the version of the package, and ends with 0', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(heddle(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

it('reads a workflow from standard input, and ends with 1 for one with errors', () => {
  expect(heddle(['validate', '-'], 'tasks: { a: { nme: 1 } }')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^-:1:15: error HED201: /),
  });
});

it('ends with 2 where it cannot read what it is asked to', () => {
  expect(heddle(['validate', 'none.yaml'])).toEqual({
    status: 2,
    stdout: '',
    stderr: 'heddle: none.yaml: no such file or folder\n',
  });
});

it('holds the tokenizer and what runs a workflow, loaded when they are asked for', () => {
  const example = resolve('public/examples/map.yaml');
  expect(heddle(['plan', example])).toMatchObject({ status: 0, stdout: expect.stringContaining('sim:') });
  const { status, stdout } = heddle(['dry-run', example]);
  expect(status).toBe(0);
  expect(stdout).not.toBe('');
});

it('reads what matches patterns, and what reads other notations, when a workflow has them', () => {
  const flags = (pattern: string) =>
    `{ default_model: sim:fast, tasks: { a: { description: Say, voting: { red_flags: { patterns: ["${pattern}"] } } } } }`;
  expect(heddle(['validate', '-'], flags('a(b'))).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/HED404: This is not a regular expression: missing closing \)/),
  });
  expect(heddle(['validate', '-'], flags('a+b'))).toMatchObject({ status: 0, stdout: '' });
  expect(heddle(['validate', '-'], '<workflow><tasks><a')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^-:1:/),
  });
});

it('refuses 50 MB from standard input as too large', () => {
  const input = Buffer.alloc(50 * 1024 * 1024, 'x');
  expect(heddle(['validate', '-'], input)).toMatchObject({ status: 1, stdout: expect.stringContaining('HED105') });
});

it('is silent when its reader goes away', () => {
  const line = `"${program}" schema json | head -c 10`;
  const { stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line], { encoding: 'utf8' });
  expect({ length: stdout.length, stderr }).toEqual({ length: 10, stderr: '' });
});
