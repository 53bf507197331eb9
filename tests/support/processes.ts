import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The server that tests start over stdio; the file describes its kinds and tools. */
export const stdioServer = fileURLToPath(new URL('./stdio-server.mjs', import.meta.url));

/** The processes listed in a file, one a line, that are still running. */
export function alive(file: string): readonly number[] {
  return notedIn(file).filter(runs);
}

/** The processes listed in a file, one a line. */
export function notedIn(file: string): readonly number[] {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // The system keeps a process that has ended until its parent asks for its status: proc(5), state Z.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}
