import { useSyncExternalStore } from 'react';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The interval of the clock, in ms. */
const tickMs = 500;

/** One clock for all durations that are still growing. It stops while nothing uses it. */
function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const subscribeToNothing = () => () => {};

/** The time in ms since 1970, updated twice a second while `active`. */
export function useNow(active: boolean): number {
  return useSyncExternalStore(active ? subscribeToClock : subscribeToNothing, () => now);
}
