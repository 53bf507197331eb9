import { join, resolve } from 'node:path';
import { build } from 'vite';
import { inject } from 'vitest';
import { madeOnce } from './made-once';

/**
 * The file that starts the command line, built once for all tests of a run, as a build takes seconds. `HEDDLE_TEST_CLI`
 * names one that is built already.
 */
export async function builtCli(): Promise<string> {
  const given = process.env['HEDDLE_TEST_CLI'];
  if (given !== undefined) return resolve(given);
  const folder = join(inject('cliFolder'), 'cli');
  const outDir = join(folder, 'dist');
  await madeOnce(folder, () =>
    build({ configFile: 'vite.cli.config.ts', logLevel: 'error', build: { outDir, emptyOutDir: true } }),
  );
  return join(outDir, 'heddle.js');
}
