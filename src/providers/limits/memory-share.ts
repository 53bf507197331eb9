import { cancelled } from '@/base/cancelled';
import type { LimitShare, LimitStore } from './limit-share';

/** For the runs of one process. `store`: where the state outlives it; left out: nowhere. */
export function createMemoryShare(store: LimitStore = memoryStore()): LimitShare {
  // By name: those that wait, while somebody works.
  const lines = new Map<string, Set<() => void>>();
  const places = new Map<string, { taken: number; readonly waiting: Set<() => void> }>();

  return {
    ...store,
    async alone(name, signal, work) {
      if (signal.aborted) throw cancelled('The call');
      const line = lines.get(name);
      if (line === undefined) lines.set(name, new Set());
      else await turn(line, signal);
      try {
        return await work();
      } finally {
        const waiting = lines.get(name);
        const [next] = waiting ?? [];
        if (next === undefined) lines.delete(name);
        else next();
      }
    },
    async place(name, count, signal) {
      if (signal.aborted) throw cancelled('The call');
      const of = places.get(name) ?? { taken: 0, waiting: new Set() };
      places.set(name, of);
      // How many there are may have changed while it waited.
      while (of.taken >= count) await turn(of.waiting, signal);
      of.taken += 1;
      return () => {
        of.taken -= 1;
        const [next] = of.waiting;
        next?.();
      };
    },
  };
}

/** Waits in a line until it is called, and is then out of it. Rejects with `CANCELLED` on abort. */
function turn(line: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      line.delete(go);
      signal.removeEventListener('abort', stop);
    };
    const go = () => {
      leave();
      resolve();
    };
    const stop = () => {
      leave();
      reject(cancelled('The call'));
    };
    line.add(go);
    signal.addEventListener('abort', stop, { once: true });
  });
}

function memoryStore(): LimitStore {
  const states = new Map<string, unknown>();
  return {
    load: async (provider) => states.get(provider),
    save: async (provider, state) => void states.set(provider, state),
  };
}
