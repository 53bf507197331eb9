import { cpSync, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { inject } from 'vitest';
import { madeOnce } from './made-once';

/**
 * The file that starts the command line, built once for all tests of a run, as a build takes seconds. `HEDDLE_TEST_CLI`
 * names one that is built already; it is copied, as tests put other files beside it.
 */
export async function builtCli(): Promise<string> {
  const folder = join(inject('cliFolder'), 'cli');
  const outDir = join(folder, 'dist');
  const given = process.env['HEDDLE_TEST_CLI'];
  await madeOnce(folder, async () => {
    if (given !== undefined) return copyBuilt(dirname(given), outDir);
    return build({ configFile: 'vite.cli.config.ts', logLevel: 'error', build: { outDir, emptyOutDir: true } });
  });
  return join(outDir, 'heddle.js');
}

/** Copies a command line, and what it shares with the page that was built beside it. */
function copyBuilt(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  const shared = join(from, '../assets');
  const isNeeded = (path: string) => !path.endsWith('.map');
  if (existsSync(shared)) cpSync(shared, join(to, '../assets'), { recursive: true, filter: isNeeded });
}
