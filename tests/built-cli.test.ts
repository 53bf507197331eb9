import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { builtCli } from './support/built-cli';

const folder = mkdtempSync(join(tmpdir(), 'heddle-cli-'));
let program: string;
const fine = 'tasks:\n  a: { description: Hi, model: "sim:default" }\n';

/** Starts the built file itself in a folder of its own. */
function heddle(args: readonly string[], input: string | Uint8Array = '') {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, input, encoding: 'utf8' });
  return { status, stdout, stderr };
}

beforeAll(async () => {
  program = await builtCli();
  writeFileSync(join(folder, 'fine.yaml'), fine);
});

it('tells the version of the package', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(heddle(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
});

it('ends with 0, 1 or 2', () => {
  expect(heddle(['validate', 'fine.yaml'])).toEqual({ status: 0, stdout: '', stderr: '1 file: no problems.\n' });
  expect(heddle(['validate', '-'], 'tasks: { a: { nme: 1 } }')).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/^-:1:15: error HED201: /),
  });
  expect(heddle(['validate', 'none.yaml'])).toMatchObject({ status: 2, stdout: '' });
  expect(heddle(['validate', '.']).stderr).toBe('heddle: .: is a folder, not a file\n');
});

it('converts standard input, and writes files', () => {
  const { status, stdout } = heddle(['convert', '-', '--to', 'json'], fine);
  expect(status).toBe(0);
  expect(heddle(['convert', 'fine.yaml', '--to', 'json', '--out', 'fine.json'])).toEqual({
    status: 0,
    stdout: '',
    stderr: '',
  });
  expect(readFileSync(join(folder, 'fine.json'), 'utf8')).toBe(stdout);
});

it('plans with the tokenizer, and knows the schema', () => {
  expect(heddle(['plan', 'fine.yaml'])).toMatchObject({ status: 0, stdout: expect.stringContaining('sim:default') });
  expect(JSON.parse(heddle(['schema', 'json']).stdout)).toHaveProperty('$id');
});

it('refuses a file of 50 MB, and as much from standard input, as too large', () => {
  const large = join(folder, 'large.yaml');
  writeFileSync(large, '');
  truncateSync(large, 50 * 1024 * 1024);
  expect(statSync(large).size).toBe(50 * 1024 * 1024);
  expect(heddle(['validate', 'large.yaml'])).toMatchObject({ status: 1, stdout: expect.stringContaining('HED105') });
  const input = Buffer.alloc(50 * 1024 * 1024, 'x');
  expect(heddle(['validate', '-'], input)).toMatchObject({ status: 1, stdout: expect.stringContaining('HED105') });
});

it('is silent when its reader goes away', () => {
  const line = `"${program}" schema json | head -c 10`;
  const { stdout, stderr } = spawnSync('bash', ['-o', 'pipefail', '-c', line], { encoding: 'utf8' });
  expect({ length: stdout.length, stderr }).toEqual({ length: 10, stderr: '' });
});

it('does what the guide has a newcomer try', () => {
  const example = resolve('public/examples/map.yaml');
  expect(heddle(['validate', example])).toEqual({ status: 0, stdout: '', stderr: '1 file: no problems.\n' });
  const { status, stdout } = heddle(['dry-run', example]);
  expect(status).toBe(0);
  expect(stdout).not.toBe('');
});
