import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The server that tests start over stdio; its kinds and tools stand in the file. */
export const stdioServer = fileURLToPath(new URL('./stdio-server.mjs', import.meta.url));

/** The processes that were written to a file, a line each, and still run. */
export function alive(file: string): readonly number[] {
  return notedIn(file).filter(runs);
}

/** The processes that were written to a file, a line each. */
export function notedIn(file: string): readonly number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One that has ended, and whose parent does not ask how, is kept by the system: proc(5), state Z.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}
