import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of one run of all tests, in which the command line is built when the first test wants it. */
    readonly cliFolder: string;
  }
}

/** Makes the folder, and takes it away after the last test. */
export default function setup({ provide }: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-built-'));
  provide('cliFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
