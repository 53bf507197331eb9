import { createCancelledError } from '@/base/cancelled';
import type { LimitShare, LimitStore } from './limit-share';

/** Shares limits between the runs of one process. `store`: where the state outlives the process; left out: nowhere. */
export function createMemoryShare(store: LimitStore = createMemoryStore()): LimitShare {
  // The waiting calls by name; a name is present while work with it is running.
  const queues = new Map<string, Set<() => void>>();
  const places = new Map<string, { taken: number; readonly waiting: Set<() => void> }>();

  return {
    ...store,
    async alone(name, signal, work) {
      if (signal.aborted) throw createCancelledError('The call');
      const queue = queues.get(name);
      if (queue === undefined) queues.set(name, new Set());
      else await awaitTurn(queue, signal);
      try {
        return await work();
      } finally {
        const waiting = queues.get(name);
        const [next] = waiting ?? [];
        if (next === undefined) queues.delete(name);
        else next();
      }
    },
    async place(name, count, signal) {
      if (signal.aborted) throw createCancelledError('The call');
      const slots = places.get(name) ?? { taken: 0, waiting: new Set() };
      places.set(name, slots);
      // The number of places may change while a call waits.
      while (slots.taken >= count) await awaitTurn(slots.waiting, signal);
      slots.taken += 1;
      return () => {
        slots.taken -= 1;
        const [next] = slots.waiting;
        next?.();
      };
    },
  };
}

/** Waits in a line until it is called, and then leaves the line. Rejects with `CANCELLED` on abort. */
function awaitTurn(queue: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leaveLine = () => {
      queue.delete(goAhead);
      signal.removeEventListener('abort', rejectAsCancelled);
    };
    const goAhead = () => {
      leaveLine();
      resolve();
    };
    const rejectAsCancelled = () => {
      leaveLine();
      reject(createCancelledError('The call'));
    };
    queue.add(goAhead);
    signal.addEventListener('abort', rejectAsCancelled);
  });
}

function createMemoryStore(): LimitStore {
  const states = new Map<string, unknown>();
  return {
    load: async (provider) => states.get(provider),
    save: async (provider, state) => void states.set(provider, state),
  };
}
