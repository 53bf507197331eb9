import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { isForScripts } from './process-env';

/** Where the environment begins and ends in memory: fields 50 and 51 of `/proc/self/stat`, of which 3 is after `)`. */
const [startField, endField] = [50 - 3, 51 - 3];

/**
 * Overwrites the environment that this process was started with, except for what every script may see: on Linux, any
 * process of the same person can read it in `/proc/PID/environ`, and there are keys in it. `process.env` keeps all its
 * values. Elsewhere, and where the system does not allow it, nothing happens.
 */
export function hideEnv(): void {
  if (process.platform !== 'linux') return;
  try {
    // Setting a variable moves it out of the memory that the system shows.
    for (const [name, value] of Object.entries(process.env)) process.env[name] = value;
    const stat = readFileSync('/proc/self/stat', 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [start, end] = [Number(fields[startField]), Number(fields[endField])];
    const shown = removePrivate(readFileSync('/proc/self/environ'));
    const memory = openSync('/proc/self/mem', 'r+');
    try {
      writeSync(memory, shown, 0, Math.min(shown.length, end - start), start);
    } finally {
      closeSync(memory);
    }
  } catch {
    // A system without these files, or one that does not let a process write them.
  }
}

/** A copy of `NAME=value` entries that end with zero bytes, in which those that a script may not see are zero. */
function removePrivate(environ: Buffer): Buffer {
  const shown = Buffer.from(environ);
  for (let from = 0; from < shown.length; ) {
    const end = shown.indexOf(0, from);
    const to = end === -1 ? shown.length : end;
    const [name = ''] = shown.toString('utf8', from, to).split('=', 1);
    if (!isForScripts(name)) shown.fill(0, from, to);
    from = to + 1;
  }
  return shown;
}
