import { setTimeout } from 'node:timers/promises';
import { err, ok, type Result } from '@/base/result';
import type { RunHold, RunHolder, RunLocks } from '../run-locks';
import { runFolder } from './run-folder';
import { type LockOwner, parseLockOwner, takeLock } from './run-lock';

/** How often a lock is checked while waiting for it, in ms. */
const interval = 50;

/**
 * Locks as files in the folders of runs; a lock is void once its process has ended. None can be stolen: there is no way
 * to notify the other process. `close` is called with a run before its lock is released, so that nobody writes to its
 * log when the next holder opens it.
 */
export function createFolderLocks(root: string, close: (executionId: string) => void): RunLocks {
  const hold = async (id: string): Promise<Result<RunHold, RunHolder>> => {
    const taken = takeLock(runFolder(root, id).lock);
    if (typeof taken !== 'function') return err(buildHolder(taken));
    const releaseHold = () => {
      close(id);
      taken();
    };
    return ok({ release: releaseHold, lost: new AbortController().signal });
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
      const owner = parseLockOwner(runFolder(root, id).lock);
      return owner && buildHolder(owner);
    },
  };
}

function buildHolder({ pid, host }: LockOwner): RunHolder {
  return { name: `process ${pid} on ${host}`, advice: 'Stop it there first.' };
}
