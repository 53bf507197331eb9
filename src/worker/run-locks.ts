/** The right to run an execution. */
export interface RunHold {
  release(): void;
  /** Aborted when it was taken away by {@link RunLocks.steal}. */
  readonly lost: AbortSignal;
}

/** Port: what sees to it that one tab at a time runs an execution. */
export interface RunLocks {
  /** The right to run it; undefined if another one has it, still after `waitMs` (default 0). */
  hold(executionId: string, waitMs?: number): Promise<RunHold | undefined>;
  /** Takes the right from whoever has it. */
  steal(executionId: string): Promise<RunHold>;
  isHeld(executionId: string): Promise<boolean>;
}

/** Locks of the browser, which end with the tab; where it has none, locks within this worker. */
export function createRunLocks(): RunLocks {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return locks === undefined ? createMemoryRunLocks() : createTabLocks(locks);
}

/** Locks within one process. */
export function createMemoryRunLocks(): RunLocks {
  const held = new Map<string, { readonly lost: AbortController; readonly freed: Promise<void> }>();
  const take = (id: string): RunHold => {
    const lost = new AbortController();
    let free = () => {};
    const own = { lost, freed: new Promise<void>((resolve) => (free = resolve)) };
    held.set(id, own);
    const release = () => {
      if (held.get(id) === own) held.delete(id);
      free();
    };
    return { release, lost: lost.signal };
  };
  return {
    hold: async (id, waitMs = 0) => {
      const before = held.get(id);
      if (before !== undefined && waitMs > 0) await Promise.race([before.freed, pause(waitMs)]);
      return held.has(id) ? undefined : take(id);
    },
    steal: async (id) => {
      held.get(id)?.lost.abort();
      return take(id);
    },
    isHeld: async (id) => held.has(id),
  };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function createTabLocks(locks: LockManager): RunLocks {
  const nameOf = (id: string) => `heddle/run/${id}`;
  return {
    hold: (id, waitMs = 0) =>
      requestLock(locks, nameOf(id), waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) }),
    steal: async (id) => {
      const hold = await requestLock(locks, nameOf(id), { steal: true });
      if (hold === undefined) throw new Error('A lock that is stolen is given.');
      return hold;
    },
    isHeld: async (id) => (await locks.query()).held?.some(({ name }) => name === nameOf(id)) === true,
  };
}

/**
 * A lock of the browser, which ends with the tab; undefined if it is not available, or was not before the signal was
 * aborted.
 */
export function requestLock(locks: LockManager, name: string, options: LockOptions): Promise<RunHold | undefined> {
  return new Promise((resolve, reject) => {
    const lost = new AbortController();
    let given = false;
    const work = (lock: Lock | null) => {
      if (lock === null) return resolve(undefined);
      given = true;
      // The lock is held until this promise ends.
      return new Promise<void>((release) => resolve({ release, lost: lost.signal }));
    };
    locks.request(name, options, work).catch((error: unknown) => {
      if (given) lost.abort();
      else if (options.signal?.aborted === true) resolve(undefined);
      else reject(error);
    });
  });
}
