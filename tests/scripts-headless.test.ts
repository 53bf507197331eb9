import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFaultServer } from '../e2e/servers/fault-server';
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
function start(flags = '', more: Readonly<Record<string, string>> = {}) {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, OPENAI_API_KEY: 'sk-hush', GITHUB_TOKEN: 'ghp-hush', AROUND: 'seen', LANG: 'C', ...more };
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

describe('the scripts of several tries', () => {
  const steps = `
    steps:
      - { id: write, type: script, script: { content: "echo $$ >> own.txt; echo x >> shared.txt; mkdir -p made; touch made/$$" } }
      - { id: read, type: script, script: { content: "cat own.txt; wc -l < shared.txt" } }
`;

  it('run each in a copy of the folder, and the files of the chosen one stay', async () => {
    put('shared.txt', 'first\n');
    const evaluator = '{ description: "Choose", model: "openai:m", output_schema: { type: object } }';
    put('flow.yaml', `tasks:\n  a:\n    type: sequential\n    best_of: { n: 3, evaluator: ${evaluator} }${steps}`);
    const server = await startFaultServer();
    server.on({ match: 'Choose', reply: '{"choice": 2, "reason": "best"}' });
    const { code, out, err } = await start('', { OPENAI_BASE_URL: `${server.url}/v1` }).ran;
    await server.close();
    expect({ code, err }).toMatchObject({ code: 0 });
    const [own, lines] = out.trim().split('\n');
    expect(lines?.trim()).toBe('2');
    expect(readFileSync(at('own.txt'), 'utf8')).toBe(`${own}\n`);
    expect(readFileSync(at('shared.txt'), 'utf8')).toBe('first\nx\n');
    expect(readdirSync(at('made'))).toEqual([own]);
  });

  it('do so too where samples vote', async () => {
    put('shared.txt', 'first\n');
    put('flow.yaml', `tasks:\n  a:\n    type: sequential\n    voting: { k: 2 }${steps.replace('cat own.txt; ', '')}`);
    expect((await start().ran).out.trim()).toBe('2');
    expect(readFileSync(at('shared.txt'), 'utf8')).toBe('first\nx\n');
    expect(readdirSync(at('made'))).toHaveLength(1);
  });
});
