import { setTimeout } from 'node:timers/promises';
import { err, ok, type Result } from '@/base/result';
import type { RunHold, RunHolder, RunLocks } from '../run-locks';
import { runFolder } from './run-folder';
import { type LockOwner, lockOwner, takeLock } from './run-lock';

/** How often it is looked whether a lock is free that is waited for, in ms. */
const interval = 50;

/**
 * Locks as files in the folders of runs, which end with their process. None can be stolen: the other process could not
 * be told. `close` is called with a run before it is let go of, so that whoever holds it next finds a log that nobody
 * writes to.
 */
export function createFolderLocks(root: string, close: (executionId: string) => void): RunLocks {
  const hold = async (id: string): Promise<Result<RunHold, RunHolder>> => {
    const taken = takeLock(runFolder(root, id).lock);
    if (typeof taken !== 'function') return err(holderOf(taken));
    const release = () => {
      close(id);
      taken();
    };
    return ok({ release, lost: new AbortController().signal });
  };
  return {
    hold: async (id, waitMs = 0) => {
      const end = performance.now() + waitMs;
      for (;;) {
        const held = await hold(id);
        if (held.ok || performance.now() >= end) return held;
        await setTimeout(interval);
      }
    },
    steal: hold,
    holder: async (id) => {
      const owner = lockOwner(runFolder(root, id).lock);
      return owner && holderOf(owner);
    },
  };
}

function holderOf({ pid, host }: LockOwner): RunHolder {
  return { name: `process ${pid} on ${host}`, advice: 'Stop it there first.' };
}
