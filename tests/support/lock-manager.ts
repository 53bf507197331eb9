type Work = (lock: Lock | null) => unknown;

interface Wish {
  readonly work: Work;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Locks as browsers provide them to all tabs of a page, for tests in Node, which has none: one holder for each name, in
 * the order of the requests; with `ifAvailable`, `signal` and `steal`.
 */
export function createLockManager(): LockManager {
  const held = new Map<string, Wish>();
  const queues = new Map<string, readonly Wish[]>();
  const queueOf = (name: string) => queues.get(name) ?? [];

  function give(name: string, wish: Wish): void {
    held.set(name, wish);
    const done = (settle: () => void) => {
      settle();
      if (held.get(name) !== wish) return;
      held.delete(name);
      const [next, ...later] = queueOf(name);
      queues.set(name, later);
      if (next !== undefined) give(name, next);
    };
    Promise.resolve(wish.work({ name, mode: 'exclusive' })).then(
      (value) => done(() => wish.resolve(value)),
      (error: unknown) => done(() => wish.reject(error)),
    );
  }

  function wait(name: string, { work, ...wish }: Wish, signal: AbortSignal | undefined): void {
    const giveUp = () => {
      queues.set(
        name,
        queueOf(name).filter((one) => one !== waiting),
      );
      wish.reject(signal?.reason);
    };
    const begin: Work = (lock) => {
      signal?.removeEventListener('abort', giveUp);
      return work(lock);
    };
    const waiting: Wish = { ...wish, work: begin };
    signal?.addEventListener('abort', giveUp);
    queues.set(name, [...queueOf(name), waiting]);
  }

  function take(name: string, { ifAvailable, signal, steal }: LockOptions, wish: Wish): void {
    const before = held.get(name);
    if (steal === true) before?.reject(new DOMException('It was stolen.', 'AbortError'));
    if (before === undefined || steal === true) give(name, wish);
    else if (ifAvailable === true) wish.resolve(wish.work(null));
    else wait(name, wish, signal);
  }

  const request = (name: string, ...rest: readonly [Work] | readonly [LockOptions, Work]) =>
    new Promise<unknown>((resolve, reject) => {
      const [options, work] = rest.length === 1 ? [{}, rest[0]] : rest;
      take(name, options, { work, resolve, reject });
    });
  const query = async () => ({ held: [...held.keys()].map((name) => ({ name })) });
  return { request, query } as LockManager;
}
