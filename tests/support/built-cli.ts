import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { build } from 'vite';
import { inject } from 'vitest';

/** How long to wait for the build of another test, in steps of 100 ms. */
const patience = 1200;

/**
 * The file that starts the command line, built once for all tests of a run, as a build takes seconds. `HEDDLE_TEST_CLI`
 * names one that is built already.
 */
export async function builtCli(): Promise<string> {
  const given = process.env['HEDDLE_TEST_CLI'];
  if (given !== undefined) return resolve(given);
  const folder = inject('cliFolder');
  const done = join(folder, 'done');
  if (isFirst(join(folder, 'building'))) {
    await build({
      configFile: 'vite.cli.config.ts',
      logLevel: 'error',
      build: { outDir: join(folder, 'cli'), emptyOutDir: true },
    });
    writeFileSync(done, '');
  }
  for (let left = patience; !existsSync(done); left -= 1) {
    if (left === 0) throw new Error('The command line was not built by the test that began to.');
    await setTimeout(100);
  }
  return join(folder, 'cli', 'heddle.js');
}

/** Whether this process creates the folder first: only one can. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}
