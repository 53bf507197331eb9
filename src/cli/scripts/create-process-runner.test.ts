import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptRequest } from '@/engine/ports/script-runner';
import { printedBy } from '@/sandbox/printed.testing';
import { createProcessRunner } from './create-process-runner';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'heddle-scripts-')));

const runner = createProcessRunner(folder, {
  ...process.env,
  OPENAI_API_KEY: 'sk-secret',
  HEDDLE_SECRET_SEARCH: 'hush',
  AROUND: 'unseen',
  GITHUB_TOKEN: 'ghp-secret',
  AWS_SECRET_ACCESS_KEY: 'aws-secret',
  LC_TIME: 'C',
});
const bash = (content: string, more: Partial<ScriptRequest> = {}, signal = new AbortController().signal) =>
  printedBy(runner, { language: 'bash', content, ...more }, signal);

/** Resolves once no process has this number. */
const gone = (pid: number) =>
  expect
    .poll(
      () => {
        try {
          process.kill(pid, 0);
          return 'alive';
        } catch {
          return 'gone';
        }
      },
      { timeout: 10_000 },
    )
    .toBe('gone');

describe('scripts as processes', () => {
  it('run in their folder, and see of the environment only what every program needs', async () => {
    expect((await bash('pwd; echo "[$AROUND] $LC_TIME"; command -v ls')).stdout).toMatch(
      new RegExp(`^${folder}\\n\\[\\] C\\n/.*ls\\n$`),
    );
  });

  it('see a variable of the environment that is passed on', async () => {
    const passing = createProcessRunner(folder, { ...process.env, AROUND: 'seen', NO: 'no' }, { passEnv: ['AROUND'] });
    const { stdout } = await printedBy(passing, { language: 'bash', content: 'echo "$AROUND[$NO]"' });
    expect(stdout).toBe('seen[]\n');
  });

  it('read no start-up file of a shell', async () => {
    writeFileSync(join(folder, '.bashrc'), 'echo started');
    const { PATH = '' } = process.env;
    const alone = createProcessRunner(folder, { PATH, HOME: folder });
    expect((await printedBy(alone, { language: 'bash', content: 'echo' })).stdout).toBe('\n');
  });

  it('see no key and no secret', async () => {
    const script = 'env | grep -cE "secret|hush"';
    expect((await bash(script)).stdout).toBe('0\n');
    expect((await bash(script, { env: { OPENAI_API_KEY: 'sk-secret' } })).stdout).toBe('1\n');
  });

  it('may use all of Node', async () => {
    const script = `
      const { basename } = await import("node:path");
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [basename(process.cwd()), typeof require('node:fs').readFileSync].join();`;
    const { stdout } = await bash(script, { language: 'javascript' });
    expect(stdout).toBe(`${folder.split('/').at(-1)},function`);
  });

  it('are stopped with all that they started when they take too long', async () => {
    const ended = await bash('sleep 300 & echo $!; wait', { timeoutMs: 500 });
    expect(ended).toMatchObject({ exitCode: -1, stderr: 'The script ran past its time of 500 ms and was stopped.\n' });
    await gone(Number(ended.stdout));
  });

  it('are stopped with all that they started when they are cancelled', async () => {
    const controller = new AbortController();
    const pids = join(folder, 'pids');
    const script = bash(`sleep 300 & echo $! > ${pids}; wait`, {}, controller.signal);
    await expect.poll(() => readFile(pids, 'utf8').catch(() => '')).toMatch(/^\d+\n$/);
    controller.abort();
    await expect(script).rejects.toMatchObject({ code: 'CANCELLED' });
    await gone(Number(await readFile(pids, 'utf8')));
    await expect(bash('true', {}, controller.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('end with their shell, whatever it left running', async () => {
    const ended = await bash('sleep 300 & echo $!');
    expect(ended.exitCode).toBe(0);
    await gone(Number(ended.stdout));
  });

  it('wait for whoever takes what they print', async () => {
    let taken = 0;
    let goOn = () => {};
    const full = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const request = { language: 'bash', content: 'yes | head -c 5000000', stdin: '', env: {} } as const;
    const ended = runner.run(
      { ...request, timeoutMs: 60_000, maxOutputBytes: 1 },
      async (_stream, bytes) => {
        taken += bytes.length;
        await full;
      },
      new AbortController().signal,
    );
    await expect.poll(() => taken).toBeGreaterThan(0);
    // One piece was taken, and no other is before it is done with.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(taken).toBeLessThan(1_000_000);
    goOn();
    expect(await ended).toEqual({ exitCode: 0, said: '' });
    expect(taken).toBe(5_000_000);
  });

  it('are stopped when what they print cannot be taken', async () => {
    const request = { language: 'bash', content: 'echo $$; yes', stdin: '', env: {}, timeoutMs: 60_000 } as const;
    let pid = 0;
    const ended = runner.run(
      { ...request, maxOutputBytes: 1 },
      async (_stream, bytes) => {
        pid = Number.parseInt(new TextDecoder().decode(bytes), 10);
        throw new Error('no room');
      },
      new AbortController().signal,
    );
    await expect(ended).rejects.toThrow('no room');
    await gone(pid);
  });

  it('tell the signal that ended them as a shell does', async () => {
    expect((await bash('kill -TERM $$')).exitCode).toBe(143);
  });

  it('go without a variable that the system would refuse, and say which', async () => {
    const ended = await bash('echo "[$LONG]"; wc -c', {
      env: { LONG: 'x'.repeat(131_072) },
      stdin: 'x'.repeat(131_072),
    });
    expect(ended).toEqual({
      stdout: '[]\n131072\n',
      stderr: 'LONG is too long for a variable, and only on standard input.\n',
      exitCode: 0,
      binary: false,
    });
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`MANY_${n}`, 'x'.repeat(120_000)]));
    const most = await bash('env | grep -c ^MANY', { env: many });
    expect(most).toMatchObject({ stdout: '7\n', exitCode: 0, stderr: expect.stringContaining('MANY_8 is too long') });
    const nul = await bash('echo "[$NUL]$FINE"', { env: { NUL: 'a\0b', FINE: 'fine' } });
    expect(nul).toMatchObject({
      stdout: '[]fine\n',
      stderr: 'NUL has a NUL byte, and is only on standard input.\n',
      exitCode: 0,
    });
  });

  it('that cannot be started are a result with what is wrong', async () => {
    const nowhere = createProcessRunner(join(folder, 'none'), process.env);
    const ended = await printedBy(nowhere, { language: 'bash', content: 'true' });
    expect(ended).toMatchObject({ exitCode: -1, stderr: expect.stringContaining('could not be started') });
  });

  it('may be long', async () => {
    const long = `: ${'x'.repeat(300_000)}`;
    expect(await bash(`${long}\necho done $LINENO`)).toMatchObject({ stdout: 'done 2\n', exitCode: 0 });
    const script = `const long = "${'x'.repeat(300_000)}"; return long.length`;
    expect(await bash(script, { language: 'javascript' })).toMatchObject({ stdout: '300000', exitCode: 0 });
  });

  it('are refused with the line where bash cannot read them', async () => {
    expect(await bash('echo one\necho \0')).toMatchObject({
      stdout: '',
      stderr: 'The script could not be started: line 2 has a NUL byte, which bash cannot read.\n',
      exitCode: -1,
    });
    expect((await bash('return "a\0b".length', { language: 'javascript' })).stdout).toBe('3');
  });

  it('may open their input and outputs by name', async () => {
    const script = 'echo out > /dev/stdout; echo bad > /dev/stderr; cat /dev/stdin; echo all | tee -a /dev/stderr';
    expect(await bash(script, { stdin: 'in\n' })).toMatchObject({
      stdout: 'out\nin\nall\n',
      stderr: 'bad\nall\n',
      exitCode: 0,
    });
    const node = 'require("fs").writeFileSync("/dev/stderr", "from node"); return stdin';
    expect(await bash(node, { language: 'javascript', stdin: 'é' })).toMatchObject({
      stdout: 'é',
      stderr: 'from node',
    });
  });

  it('pass on no file but input, outputs and what they open', async () => {
    const { stdout } = await bash(`bash -c 'for fd in /proc/$$/fd/*; do readlink $fd; done'`);
    expect(stdout).toMatch(/heddle-script-.*stdin/);
    expect(stdout).not.toMatch(/heddle-script-.*script \(/);
  });

  it('end with all that they started, also what has left their group', async () => {
    const { stdout, exitCode } = await bash('setsid sleep 300 & echo $!', { timeoutMs: 60_000 });
    expect(exitCode).toBe(0);
    await gone(Number(stdout));
    const silent = await bash('setsid sleep 300 < /dev/null > /dev/null 2>&1 & echo $!');
    await gone(Number(silent.stdout));
  });

  it('do not wait for whoever has hidden and holds their output', async () => {
    const hidden = `env -i PATH="$PATH" setsid bash -c 'echo $$ > hidden; exec sleep 300'`;
    const { stdout, exitCode } = await bash(`${hidden} & until [ -s hidden ]; do :; done; cat hidden`);
    expect(exitCode).toBe(0);
    process.kill(Number(stdout), 'SIGKILL');
  });
});
