import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { z } from 'zod';
import { defined } from '@/base/defined';
import { convertFileError, isMissing } from './file-error';

/** The process that holds a lock. */
export interface LockOwner {
  readonly pid: number;
  readonly host: string;
}

const holderSchema = z.strictObject({
  pid: z.number().int(),
  host: z.string(),
  /** When its process started; left out: an earlier version wrote the lock, or the system does not report it. */
  born: z.string().exactOptional(),
}) satisfies z.ZodType<LockOwner>;
type Holder = z.infer<typeof holderSchema>;

/** Paths of the locks that this process holds. */
const held = new Set<string>();

/**
 * Takes a lock file for this process: returns a function that releases it, or the current owner. A lock whose process
 * is dead is taken over. Nothing is known of a process on another machine, so its lock stays.
 */
export function takeLock(path: string): (() => void) | LockOwner {
  const born = findProcessStart(process.pid);
  const owner: Holder = { pid: process.pid, host: hostname(), ...defined({ born }) };
  try {
    mkdirSync(dirname(path), { recursive: true });
  } catch (error) {
    throw convertFileError(error);
  }
  for (;;) {
    if (createLock(path, owner)) {
      held.add(path);
      return () => {
        held.delete(path);
        rmSync(path, { force: true });
        removeIfEmpty(dirname(path));
      };
    }
    const other = parseLockOwner(path) ?? clearDeadLock(path, owner);
    if (other !== undefined) return other;
  }
}

/**
 * Removes the lock of a dead process, guarded by a second lock. If another process is already doing so, that process is
 * returned: without the guard, two processes could both find it dead, and one could remove the other's new lock.
 */
function clearDeadLock(path: string, owner: Holder): LockOwner | undefined {
  const guard = `${path}.clearing`;
  if (!createLock(guard, owner)) {
    const other = parseLockOwner(guard);
    if (other === undefined) rmSync(guard, { force: true });
    return other;
  }
  try {
    if (parseLockOwner(path) === undefined) rmSync(path, { force: true });
    return undefined;
  } finally {
    rmSync(guard, { force: true });
  }
}

/** The owner of a lock; undefined if there is none, or if its process is dead. */
export function parseLockOwner(path: string): LockOwner | undefined {
  const owner = readHolder(path);
  return owner !== undefined && isAlive(owner, path) ? { pid: owner.pid, host: owner.host } : undefined;
}

/** Removes the empty folder that a lock of a missing run leaves behind. */
function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder contains a run, as it nearly always does, or no longer exists.
  }
}

/** The lock appears with its content, or not at all: nobody reads a lock that does not name its owner yet. */
function createLock(path: string, owner: Holder): boolean {
  const fresh = `${path}.${owner.pid}`;
  try {
    writeFileSync(fresh, JSON.stringify(owner));
    linkSync(fresh, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw convertFileError(error);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Undefined if the file does not exist or names no owner. */
function readHolder(path: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return undefined;
    throw convertFileError(error);
  }
}

function isAlive({ pid, host, born }: Holder, path: string): boolean {
  if (host !== hostname()) return true;
  // In a container a new process may get the number of its predecessor.
  if (pid === process.pid) return held.has(path);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid) && (born === undefined || born === findProcessStart(pid));
}

/** Whether a process has ended but was not reaped by its parent; in a container that may last. */
function isZombie(pid: number): boolean {
  return readProcessStat(pid)?.startsWith('Z') === true;
}

/**
 * When a process started, which distinguishes processes with the same number; undefined if the system does not report
 * it.
 */
function findProcessStart(pid: number): string | undefined {
  const ticks = readProcessStat(pid)?.split(' ')[19];
  return ticks && `${readText('/proc/sys/kernel/random/boot_id').trim()} ${ticks}`;
}

/** The fields of `/proc/PID/stat` on Linux, from the state on; undefined elsewhere. */
function readProcessStat(pid: number): string | undefined {
  const text = readText(`/proc/${pid}/stat`);
  // The name of the process comes before, in brackets, and may contain brackets.
  return text === '' ? undefined : text.slice(text.lastIndexOf(') ') + 2);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    // Not every system has this file.
    return '';
  }
}
