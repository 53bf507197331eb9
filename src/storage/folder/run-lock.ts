import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { LockOwner } from '../run-journal';
import { fileError, isMissing } from './file-error';

const ownerSchema = z.strictObject({ pid: z.number().int(), host: z.string() }) satisfies z.ZodType<LockOwner>;

/** Paths of the locks that this process holds. */
const held = new Set<string>();

/**
 * Takes a lock file for this process: gives back how to let go, or who has it. One whose process is dead is taken over. Of a
 * process on another machine nothing is known, so its lock stays.
 */
export function takeLock(path: string): (() => void) | LockOwner {
  const owner: LockOwner = { pid: process.pid, host: hostname() };
  mkdirSync(dirname(path), { recursive: true });
  for (;;) {
    if (create(path, owner)) {
      held.add(path);
      return () => {
        held.delete(path);
        rmSync(path, { force: true });
        removeIfEmpty(dirname(path));
      };
    }
    const other = lockOwner(path);
    if (other !== undefined) return other;
    rmSync(path, { force: true });
  }
}

/** Who has a lock; undefined if nobody has, or who had it is dead. */
export function lockOwner(path: string): LockOwner | undefined {
  const owner = read(path);
  return owner !== undefined && isAlive(owner, path) ? owner : undefined;
}

/** A run that is not there leaves no folder of its name. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // It is a run's, as nearly always, or gone.
  }
}

/** Whole or not at all: nobody reads a lock that does not say yet whose it is. */
function create(path: string, owner: LockOwner): boolean {
  const fresh = `${path}.${owner.pid}`;
  try {
    writeFileSync(fresh, JSON.stringify(owner));
    linkSync(fresh, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw fileError(error);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Undefined where it is gone, or says nothing. */
function read(path: string): LockOwner | undefined {
  try {
    return ownerSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw fileError(error);
  }
}

function isAlive({ pid, host }: LockOwner, path: string): boolean {
  if (host !== hostname()) return true;
  // In a container a process may get the number that its predecessor had.
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether a process has ended and only its number is left, since nobody asked how: in a container that may stay so. */
function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    // Not on every system is there such a file.
    return false;
  }
}
