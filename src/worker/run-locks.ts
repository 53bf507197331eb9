/** Port: what sees to it that one tab at a time runs an execution. */
export interface RunLocks {
  /** How to let go, or undefined if another one holds it. */
  hold(executionId: string): Promise<(() => void) | undefined>;
}

/** Locks of the browser, which end with the tab; where it has none, locks within this worker. */
export function createRunLocks(): RunLocks {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return locks === undefined ? createMemoryRunLocks() : { hold: (id) => holdLock(locks, `heddle/run/${id}`) };
}

/** Locks within one process. */
export function createMemoryRunLocks(): RunLocks {
  const held = new Set<string>();
  return {
    hold: async (id) => {
      if (held.has(id)) return undefined;
      held.add(id);
      return () => held.delete(id);
    },
  };
}

function holdLock(locks: LockManager, name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const work = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined);
      // The lock is held until this promise ends.
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(name, { ifAvailable: true }, work).catch(reject);
  });
}
