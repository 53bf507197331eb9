import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { fileError, isMissing } from './file-error';

/** The process that has a lock. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
}

const holderSchema = z.strictObject({
  pid: z.number().int(),
  host: z.string(),
  /** When its process began; left out: by an earlier version, or where the system does not tell. */
  born: z.string().exactOptional(),
}) satisfies z.ZodType<LockOwner>;
type Holder = z.infer<typeof holderSchema>;

/** Paths of the locks that this process holds. */
const held = new Set<string>();

/**
 * Takes a lock file for this process: gives back how to let go, or who has it. One whose process is dead is taken over.
 * Of a process on another machine nothing is known, so its lock stays.
 */
export function takeLock(path: string): (() => void) | LockOwner {
  const born = bornOf(process.pid);
  const owner: Holder = { pid: process.pid, host: hostname(), ...(born === undefined ? {} : { born }) };
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
    const other = lockOwner(path) ?? clear(path, owner);
    if (other !== undefined) return other;
  }
}

/**
 * Removes the lock of a process that is dead, unless another process does so right now, which is given back then: of
 * two that found it dead one could else remove the lock that the other has taken meanwhile.
 */
function clear(path: string, owner: Holder): LockOwner | undefined {
  const guard = `${path}.clearing`;
  if (!create(guard, owner)) {
    const other = lockOwner(guard);
    if (other === undefined) rmSync(guard, { force: true });
    return other;
  }
  try {
    if (lockOwner(path) === undefined) rmSync(path, { force: true });
    return undefined;
  } finally {
    rmSync(guard, { force: true });
  }
}

/** Who has a lock; undefined if nobody has, or who had it is dead. */
export function lockOwner(path: string): LockOwner | undefined {
  const owner = read(path);
  return owner !== undefined && isAlive(owner, path) ? { pid: owner.pid, host: owner.host } : undefined;
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
function create(path: string, owner: Holder): boolean {
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
function read(path: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw fileError(error);
  }
}

function isAlive({ pid, host, born }: Holder, path: string): boolean {
  if (host !== hostname()) return true;
  // In a container a process may get the number that its predecessor had.
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid) && (born === undefined || born === bornOf(pid));
}

/** Whether a process has ended and only its number is left, since nobody asked how: in a container that may stay so. */
function isZombie(pid: number): boolean {
  return statOf(pid)?.startsWith('Z') === true;
}

/** When a process began, by which another one of its number is told; undefined where the system does not tell. */
function bornOf(pid: number): string | undefined {
  const ticks = statOf(pid)?.split(' ')[19];
  return ticks && `${readText('/proc/sys/kernel/random/boot_id').trim()} ${ticks}`;
}

/** What Linux tells of a process, from its state on; undefined elsewhere. */
function statOf(pid: number): string | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // Its name comes before, in brackets, and may have some in it.
  return text === '' ? undefined : text.slice(text.lastIndexOf(') ') + 2);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Not on every system is there such a file.
    return '';
  }
}
