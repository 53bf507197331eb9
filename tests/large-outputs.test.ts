import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtCli } from './support/built-cli';

const folder = mkdtempSync(join(tmpdir(), 'heddle-large-'));
let program: string;
const measure = new URL('./hostile/measure.mjs', import.meta.url).href;

/** Most megabytes that a run may use in excess of the same run with almost no outputs. */
const promised = 100;
/**
 * Else V8 leaves up to 64 MB of buffers that nobody holds any more uncollected, and on a busy machine more: what is
 * measured would be chance. So it is told to keep house; a run that held more would fail.
 */
const heap = '--max-old-space-size=60';
const rounds = 30;
const bytes = 10_000_000;
/** For one output that never seems to end. */
const floodBytes = Number(process.env['FLOOD_BYTES'] ?? 200_000_000);

const line = 'a line of the report of round $N';
const reports = (size: number) => `
tasks:
  generate_reports:
    type: script
    loop: { type: repeat, count: ${rounds} }
    script: { content: 'yes "${line}" | head -c ${size}', env: { N: "{{iteration}}" } }
`;
const flood = (size: number) => `
tasks:
  flood:
    type: script
    script: { content: 'yes "${line}" | head -c ${size}' }
    limits: { max_stored_bytes: 1000000, max_stdout_bytes: 1000, timeout_ms: 3600000 }
`;

/** Runs a workflow with the built program in a process of its own, with a journal of files. */
function run(name: string, text: string) {
  const cwd = mkdtempSync(join(folder, `${name}-`));
  writeFileSync(join(cwd, 'flow.yaml'), text);
  const { status, stderr, stdout, output } = spawnSync(
    process.execPath,
    [heap, '--import', measure, program, 'run', 'flow.yaml', '--allow-scripts', '--journal', 'runs'],
    { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'], maxBuffer: 2 ** 24 },
  );
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  const { megabytes }: { megabytes: number } = JSON.parse(output[3] || '{}');
  return { cwd, stdout, megabytes };
}

/** Bytes of all files in a folder. */
function bytesIn(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

beforeAll(async () => {
  program = await builtCli();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('outputs of many megabytes', () => {
  it('of thirty rounds take no more memory than the promise, and can all be opened in full', () => {
    const idle = run('idle', reports(10)).megabytes;
    const { cwd, stdout, megabytes } = run('reports', reports(bytes));
    expect(megabytes - idle).toBeLessThan(promised);
    expect(stdout.length).toBeGreaterThanOrEqual(bytes);
    expect(stdout.slice(0, 100)).toContain(`of round ${rounds}\n`);
    for (let round = 1; round <= rounds; round++) {
      const path = join(cwd, `.workflow_state/task_outputs/generate_reports.iter-${round}.log.gz`);
      const whole = gunzipSync(readFileSync(path));
      expect(whole.length).toBe(bytes);
      expect(whole.toString('latin1', 0, 100)).toContain(`of round ${round}\n`);
      expect(whole.toString('latin1', bytes - 100)).toContain(`of round ${round}\n`);
    }
  }, 300_000);

  it('that never seem to end take no more memory and no more disk than their limits', () => {
    const idle = run('still', flood(10)).megabytes;
    const { cwd, stdout, megabytes } = run('flood', flood(floodBytes));
    expect(megabytes - idle).toBeLessThan(promised);
    expect(stdout.length).toBeLessThan(2_000_000);
    // Compressed, and once as a file of its own.
    expect(bytesIn(cwd)).toBeLessThan(2_000_000);
  }, 3_600_000);
});
