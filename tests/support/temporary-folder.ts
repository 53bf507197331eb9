import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of one run of all tests, for what is made when the first test needs it: the command line, a database. */
    readonly cliFolder: string;
  }
}

/**
 * Creates a folder for everything temporary in one run of all tests, and removes it after the last test. A test that
 * removed its own folder would fail whenever a process, or a pending write, outlives the test by a moment.
 */
export default function setup({ provide }: TestProject): () => Promise<void> {
  const outer = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'heddle-tests-'));
  process.env['TMPDIR'] = folder;
  const cliFolder = join(folder, 'built');
  mkdirSync(cliFolder);
  provide('cliFolder', cliFolder);
  return async () => {
    await endDatabase(join(cliFolder, 'postgres', 'postmaster'));
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}

/** Ends the database that tests shared (`postgres.ts`), if any of them needed it. */
async function endDatabase(postmaster: string): Promise<void> {
  if (!existsSync(postmaster)) return;
  const pid = Number(readFileSync(postmaster, 'utf8'));
  try {
    // Ends at once, as nothing of it is needed; signal 0 fails once it is gone.
    process.kill(pid, 'SIGQUIT');
    for (;;) {
      await setTimeout(20);
      process.kill(pid, 0);
    }
  } catch {
    // It is gone.
  }
}
