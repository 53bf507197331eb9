import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runEventSchema } from '@/run/events';
import { builtCli } from './support/built-cli';
import { runHere } from './support/run-here';

const base = mkdtempSync(join(tmpdir(), 'heddle-runs-'));
const env = { PATH: process.env['PATH'] ?? '' };
let folder = '';
const at = (...parts: string[]): string => join(folder, ...parts);

/** Runs a command in the folder. */
const heddle = (line: string) => runHere(line.split(' '), { folder, env });

/** Fails in its first two rounds, and records which round it is in. */
const loop = `tasks:
  check:
    type: script
    script: { content: 'n=$(($(cat n 2>/dev/null || echo 0) + 1)); echo $n > n; seq 2000; echo "no $n" >&2; test $n -ge 3' }
    error_handling: { on_error: continue }
    loop: { type: until, condition: 'status == "COMPLETE"', max_iterations: 5 }
`;
/** Waits in its second task until a file exists. */
const held = `tasks:
  first: { type: script, script: { content: "echo one; echo x >> asked" } }
  second: { type: script, script: { content: "touch begun; while [ ! -e go ]; do sleep 0.05; done; echo two" }, depends_on: [first] }
`;

beforeEach(() => {
  folder = mkdtempSync(join(base, 'run-'));
});

describe('a run that is kept', () => {
  it('shows its rounds and its log, comes out the same over its log, and goes when it may', async () => {
    writeFileSync(at('loop.yaml'), loop);
    expect((await heddle('run loop.yaml --allow-scripts')).code).toBe(0);
    const [id = ''] = readdirSync(at('.heddle', 'runs')).filter((name) => !name.startsWith('.'));

    const listed = await heddle('iterations');
    expect(listed.out.match(/exit \d/g)).toEqual(['exit 1', 'exit 1', 'exit 0']);
    const second = await heddle(`iterations ${id} --show 2`);
    expect(second.out.trimEnd().split('\n')).toHaveLength(2000);
    expect(second.err).toMatch(/^Iteration 2 — Exit 1 — .*\n(.*\n)*Standard error:\nno 2\n$/);
    const records = (await heddle('iterations loop.yaml --exit-code failed --json')).out.trimEnd().split('\n');
    expect(records.map((line) => JSON.parse(line).id)).toEqual([`${id}-iter-1`, `${id}-iter-2`]);

    const log = (await heddle('log --json --kind iteration')).out.trimEnd().split('\n');
    expect(log.map((line) => runEventSchema.parse(JSON.parse(line)).kind)).toEqual(log.map(() => 'iteration.logged'));
    expect((await heddle('log --last 1')).out).toContain('run.completed');
    expect(await heddle('replay')).toMatchObject({ code: 0, out: expect.stringContaining('comes out the same') });
    expect((await heddle('runs')).out).toMatch(new RegExp(`^${id} .* completed `, 'm'));

    expect(await heddle('clean --keep-days 0')).toMatchObject({ code: 0, out: '' });
    const dry = await heddle('clean --keep-days 0 --keep-last 0 --dry-run');
    expect(dry.out).toContain(id);
    expect(existsSync(at('.heddle', 'runs', id))).toBe(true);
    expect((await heddle('clean --keep-days 0 --keep-last 0')).out).toBe(dry.out);
    expect(existsSync(at('.heddle', 'runs', id))).toBe(false);
  });

  it('comes out the same as far as it got when it was killed, stays, goes on, and moves to another journal', async () => {
    writeFileSync(at('held.yaml'), held);
    const args = ['run', 'held.yaml', '--allow-scripts'];
    const child = spawn(await builtCli(), args, { cwd: folder, env, stdio: 'ignore' });
    await expect.poll(() => existsSync(at('begun'))).toBe(true);
    expect(await heddle('clean --keep-days 0 --keep-last 0')).toMatchObject({ out: '' });
    child.kill('SIGKILL');
    await new Promise((resolve) => child.on('exit', resolve));
    const killed = await heddle('replay');
    expect(killed).toMatchObject({ code: 0, out: expect.stringContaining('in flight') });

    writeFileSync(at('go'), '');
    expect(await heddle('run --resume --allow-scripts')).toMatchObject({ code: 0, out: 'two\n' });
    expect(await heddle('replay')).toMatchObject({ code: 0, out: expect.not.stringContaining('in flight') });

    expect((await heddle('export --payloads --out run.jsonl')).code).toBe(0);
    const { out: id } = await heddle('import run.jsonl --journal other');
    expect(await heddle(`replay ${id.trim()} --journal other`)).toMatchObject({ code: 0 });
    expect(await heddle('run --resume --journal other')).toMatchObject({ code: 0, out: 'two\n' });
    // It was requested once, however often the code passed it.
    rmSync(at('asked'));
    expect(await heddle('run held.yaml --from --allow-scripts')).toMatchObject({ code: 0, out: 'two\n' });
    expect(existsSync(at('asked'))).toBe(false);
  });
});
