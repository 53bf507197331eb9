import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'heddle-fuzz-'));
const { FUZZ_RUNS: runs = '100000', FUZZ_SEED: seed = '1' } = process.env;

beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '@': fileURLToPath(new URL('../src', import.meta.url)) } },
    ssr: { noExternal: true },
    build: { ssr: 'tests/fuzz/fuzz.ts', outDir: folder, emptyOutDir: true, target: 'node20' },
  });
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

it('no spoiled example makes reading throw, hang, or say what is not so', () => {
  // In a process of its own, which can be stopped: an input that hangs is one behind the last that was reported.
  const { stdout, stderr, error } = spawnSync(
    process.execPath,
    [join(folder, 'fuzz.js'), '--runs', runs, '--seed', seed],
    { encoding: 'utf8', timeout: 540_000, maxBuffer: 2 ** 27 },
  );
  expect(error).toBeUndefined();
  expect(stderr).toBe('');
  const { read, failures, slowest } = JSON.parse(stdout) as {
    read: number;
    failures: unknown[];
    slowest: { ms: number };
  };
  expect(failures).toEqual([]);
  expect(read).toBe(Number(runs));
  expect(slowest.ms).toBeLessThan(10_000);
}, 600_000);
