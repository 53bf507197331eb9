import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { builtCli } from './support/built-cli';

let program: string;
let folder: string;
const started: ChildProcess[] = [];

beforeAll(async () => {
  program = await builtCli();
});
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-scripts-')));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const at = (path: string) => join(folder, path);
const put = (path: string, content: string) => writeFileSync(at(path), content);

/** A workflow with one script, and a script of several lines as it is. */
const flowOf = (script: string) =>
  `tasks:\n  a:\n    type: script\n    script:\n      content: |\n${script.replace(/^/gm, '        ')}\n`;

/** Runs the workflow. Returns its process, and how it ended. */
function start(flags = '') {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, OPENAI_API_KEY: 'sk-hush', GITHUB_TOKEN: 'ghp-hush', AROUND: 'seen', LANG: 'C' };
  const args = ['run', 'flow.yaml', '--allow-scripts', ...flags.split(' ').filter((word) => word !== '')];
  const child = spawn(program, args, { cwd: folder, env });
  started.push(child);
  let [out, err] = ['', ''];
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  const ran = new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    child.on('close', (code) => resolve({ code, out, err }));
  });
  return { child, ran };
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('see neither keys nor tokens, nor what else nobody passed on', async () => {
  put('flow.yaml', flowOf('env | grep -c hush\necho "[$AROUND]" $LANG'));
  expect((await start().ran).out).toBe('0\n[] C\n');
  expect((await start('--pass-env AROUND --pass-env NONE').ran).out).toBe('0\n[seen] C\n');
  expect((await start('--pass-env GITHUB_TOKEN').ran).out).toBe('1\n[] C\n');
  expect(await start('--pass-env A=1').ran).toMatchObject({ code: 2, err: expect.stringContaining('--pass-env A=1:') });
});

it.runIf(process.platform === 'linux')('cannot read them in the process that started them', async () => {
  put('flow.yaml', flowOf("tr '\\0' '\\n' < /proc/$PPID/environ"));
  const { code, out } = await start().ran;
  expect(code).toBe(0);
  expect(out).toContain('LANG=C');
  expect(out).not.toContain('hush');
  expect(out).not.toContain('AROUND');
});

it('end with a run that is killed, with all that they started', async () => {
  put(
    'flow.yaml',
    flowOf('sleep 300 & setsid sleep 300 < /dev/null > /dev/null 2>&1 &\nset -- $! $$\necho $* > pids\nwait'),
  );
  const { child, ran } = start();
  await expect.poll(() => existsSync(at('pids')) && readFileSync(at('pids'), 'utf8')).toMatch(/^\d+ \d+\n$/);
  const pids = readFileSync(at('pids'), 'utf8').trim().split(' ').map(Number);
  expect(pids.filter(isAlive)).toEqual(pids);
  child.kill('SIGKILL');
  await ran;
  // The process that adopts orphans may take its time.
  await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
});
