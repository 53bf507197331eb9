import { useSyncExternalStore } from 'react';

let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The time in milliseconds, to the second; one clock for all that shows it. Stands still while nobody looks. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const idle = () => () => {};

/** The time in milliseconds, which moves on each second while `active`. */
export function useNow(active: boolean): number {
  return useSyncExternalStore(active ? subscribe : idle, () => now);
}
