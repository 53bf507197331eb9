import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of one run of all tests; the command line is built into it when the first test needs it. */
    readonly cliFolder: string;
  }
}

/**
 * Creates a folder for everything temporary in one run of all tests, and removes it after the last test. A test that
 * removed its own folder would fail whenever a process, or a pending write, outlives the test by a moment.
 */
export default function setup({ provide }: TestProject): () => void {
  const outer = process.env['TMPDIR'];
  const folder = mkdtempSync(join(tmpdir(), 'heddle-tests-'));
  process.env['TMPDIR'] = folder;
  const cliFolder = join(folder, 'built');
  mkdirSync(cliFolder);
  provide('cliFolder', cliFolder);
  return () => {
    if (outer === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = outer;
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
}
