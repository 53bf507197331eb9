import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseLockOwner, takeLock } from './run-lock';

const host = hostname();
/** A process that lives, and that is not this one. */
const living = process.ppid;

let path = '';
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'heddle-lock-')), 'e1', 'lock');
});
afterEach(() => void vi.restoreAllMocks());

function write(owner: object, name = path): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(name, JSON.stringify(owner));
}

/** Takes the lock; a number: the process that has it. */
function take(): 'taken' | number {
  const taken = takeLock(path);
  return typeof taken === 'function' ? 'taken' : taken.pid;
}

/** The system says this of each process that is asked for. */
function answerKill(code: string | undefined, meanwhile: () => void = () => {}): void {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    vi.mocked(process.kill).mockRestore();
    meanwhile();
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return true;
  });
}

describe('a lock', () => {
  it('is released with the folder that was made for it, if nothing else is in that', () => {
    const release = takeLock(path);
    expect(take()).toBe(process.pid);
    if (typeof release === 'function') release();
    expect(existsSync(join(path, '..'))).toBe(false);
    const again = takeLock(path);
    writeFileSync(join(path, '..', 'run.json'), '');
    if (typeof again === 'function') again();
    expect(readdirSync(join(path, '..'))).toEqual(['run.json']);
    expect(parseLockOwner(path)).toBeUndefined();
  });

  it.runIf(process.platform === 'linux')('says since when its process lives', () => {
    take();
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      pid: process.pid,
      host,
      born: expect.stringMatching(/^[0-9a-f-]{36} \d+$/),
    });
    expect(readdirSync(join(path, '..'))).toEqual(['lock']);
  });

  it('with our number that we do not hold is of our predecessor: in a container each may be process 1', () => {
    take();
    const { born } = JSON.parse(readFileSync(path, 'utf8'));
    for (const owner of [
      { pid: process.pid, host },
      { pid: process.pid, host, born },
    ]) {
      const other = join(path, '..', 'other');
      write(owner, other);
      expect(parseLockOwner(other)).toBeUndefined();
      const taken = takeLock(other);
      expect(taken).toBeTypeOf('function');
      if (typeof taken === 'function') taken();
    }
    expect(parseLockOwner(path)).toEqual({ pid: process.pid, host });
    expect(take()).toBe(process.pid);
  });

  it.each([
    ['of another machine stays, whatever its number is', { pid: process.pid, host: 'elsewhere' }, undefined, true],
    ['of a process that lives stays', { pid: living, host }, undefined, true],
    ['of a process that we may not ask stays', { pid: living, host }, 'EPERM', true],
    ['of a process that is gone is taken over', { pid: living, host }, 'ESRCH', false],
    ['of which the process was born at another time is taken over', { pid: living, host, born: 'x 1' }, 'EPERM', false],
    ['that names no process is taken over', { pid: 1.5, host }, undefined, false],
    ['that says more than is known is taken over', { pid: living, host, more: 1 }, undefined, false],
  ])('%s', (_what, owner, code, stays) => {
    write(owner);
    answerKill(code);
    const has = parseLockOwner(path);
    expect(has).toEqual(stays ? { pid: owner.pid, host: owner.host } : undefined);
    if (code !== undefined) answerKill(code);
    vi.restoreAllMocks();
    if (code !== 'ESRCH') expect(take()).toBe(stays ? owner.pid : 'taken');
  });

  it('that another process has taken over meanwhile is left to it', () => {
    write({ pid: living, host });
    // The dead process is found dead; then, before we clear its lock, somebody else has cleared it and taken it.
    answerKill('ESRCH', () => write({ pid: living, host }));
    expect(take()).toBe(living);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ pid: living, host });
    expect(readdirSync(join(path, '..'))).toEqual(['lock']);
  });

  it('that somebody is clearing is theirs, and what a dead one left of that is removed', () => {
    const guard = `${path}.clearing`;
    write({ pid: 0, host: 'none', no: 1 });
    write({ pid: living, host }, guard);
    expect(take()).toBe(living);
    expect(readdirSync(join(path, '..')).sort()).toEqual(['lock', 'lock.clearing']);
    write({ pid: process.pid, host }, guard);
    expect(take()).toBe('taken');
    expect(readdirSync(join(path, '..'))).toEqual(['lock']);
  });

  it('that cannot be written is an error, not one of somebody', () => {
    writeFileSync(join(path, '..', '..', 'file'), '');
    expect(() => takeLock(join(path, '..', '..', 'file', 'lock'))).toThrow(
      expect.objectContaining({ code: 'STORAGE_FAILED' }),
    );
  });
});
