import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runEventSchema } from '@/run/events';
import { buildIteration } from '@/run/iteration-log';
import { builtCli } from './support/built-cli';
import { runHere } from './support/run-here';

const base = mkdtempSync(join(tmpdir(), 'heddle-iterations-'));
let folder = '';
const started: ChildProcess[] = [];
const at = (...parts: string[]): string => join(folder, ...parts);

/** A script that fails until it has run often enough, and counts its runs in files. */
const workflow = (script: string) => `tasks:
  ci:
    type: script
    script:
      content: |
${script.replace(/^/gm, '        ')}
    loop: { type: until, condition: status == "COMPLETE", max_iterations: 9 }
    error_handling: { on_error: continue }
    output: report.txt
    limits: { external_storage_threshold: 3, external_storage_dir: kept }
`;

const env = { PATH: process.env['PATH'] ?? '' };
const heddle = (line: string) => runHere(line.split(' '), { folder, env });

/** The iterations of the only run, according to its events. */
async function iterations() {
  const [id = ''] = readdirSync(at('.heddle', 'runs')).filter((name) => !name.startsWith('.'));
  const { out } = await heddle(`run --resume ${id} --json`);
  const events = out
    .trim()
    .split('\n')
    .map((line) => runEventSchema.parse(JSON.parse(line)));
  return events.flatMap((event) => (event.kind === 'iteration.logged' ? (buildIteration(id, event) ?? []) : []));
}

beforeEach(() => {
  folder = mkdtempSync(join(base, 'run-'));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

it('the rounds of a script that changes files are told from the command line with these files', async () => {
  writeFileSync(
    at('ci.yaml'),
    workflow('echo x >> tries; [ $(wc -l < tries) = 2 ] || { echo red >&2; touch red; exit 7; }\nrm red; echo green'),
  );
  expect(await heddle('run ci.yaml --allow-scripts')).toMatchObject({ code: 0, out: 'green\n' });
  // The run's own files are not attributed to the script.
  expect(existsSync(at('kept'))).toBe(true);
  expect(await iterations()).toMatchObject([
    {
      ordinal: 1,
      exitCode: 7,
      stderr: { text: 'red\n' },
      filesChanged: ['/red', '/tries'],
      command: expect.stringContaining('echo x'),
    },
    { ordinal: 2, exitCode: 0, stdout: { text: 'green' }, filesChanged: ['/red', '/tries'] },
  ]);
});

it('rounds are numbered on, and none is told twice, where the process was killed in one', async () => {
  const script =
    'echo x >> tries; n=$(wc -l < tries)\nif [ $n = 3 ]; then while [ ! -e go ]; do sleep 0.05; done; fi\ntest $n -ge 5';
  writeFileSync(at('ci.yaml'), workflow(script));
  const child = spawn(await builtCli(), ['run', 'ci.yaml', '--allow-scripts'], { cwd: folder, env, stdio: 'ignore' });
  started.push(child);
  const gone = once(child, 'exit');
  const tries = () => (existsSync(at('tries')) ? readFileSync(at('tries'), 'utf8').length / 2 : 0);
  await expect.poll(tries).toBe(3);
  child.kill('SIGKILL');
  await gone;
  writeFileSync(at('go'), '');
  const [id = ''] = readdirSync(at('.heddle', 'runs')).filter((name) => !name.startsWith('.'));
  expect(await heddle(`run --resume ${id} --allow-scripts`)).toMatchObject({ code: 0 });
  const told = await iterations();
  expect(told.map(({ ordinal, n, exitCode }) => [ordinal, n, exitCode])).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
    [4, 4, 0],
  ]);
});
