import { err, ok } from '@/base/result';
import type { RunHold, RunHolder, RunLocks } from '../run-locks';

/** Every holder of these locks is in the same browser. */
export const anotherTab: RunHolder = { name: 'another tab', advice: 'Go to that tab, or run it here.' };

/** Locks within one process. */
export function createMemoryRunLocks(): RunLocks {
  const held = new Map<string, { readonly lost: AbortController; readonly freed: Promise<void> }>();
  const takeHold = (id: string): RunHold => {
    const lost = new AbortController();
    let free = () => {};
    const own = { lost, freed: new Promise<void>((resolve) => (free = resolve)) };
    held.set(id, own);
    const releaseHold = () => {
      if (held.get(id) === own) held.delete(id);
      free();
    };
    return { release: releaseHold, lost: lost.signal };
  };
  return {
    hold: async (id, waitMs = 0) => {
      const before = held.get(id);
      if (before !== undefined && waitMs > 0) await Promise.race([before.freed, awaitMs(waitMs)]);
      return held.has(id) ? err(anotherTab) : ok(takeHold(id));
    },
    steal: async (id) => {
      held.get(id)?.lost.abort();
      return ok(takeHold(id));
    },
    holder: async (id) => (held.has(id) ? anotherTab : undefined),
  };
}

function awaitMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
