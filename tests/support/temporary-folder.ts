import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of one run of all tests, in which the command line is built when the first test wants it. */
    readonly cliFolder: string;
  }
}

/**
 * Gives one run of all tests a folder for everything temporary, and takes it away after the last test. A test that took
 * its own away would fail wherever a process, or a write behind it, is a moment later than the test.
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
