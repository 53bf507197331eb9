import type { EventLog } from '../log/event-log';

/** The data of the event that begins a wait. */
type WaitReason =
  | { readonly reason: 'key'; readonly provider: string }
  | { readonly reason: 'sign_in'; readonly server: string };

/**
 * Makes a function that records waits for a person. While at least one task waits, the log says so and names one wait
 * at a time: `run.paused`, again when the named wait changes, and `run.resumed` once no task waits. Other tasks
 * continue. `eventDataOf` makes the event's data.
 */
export function createWaitTeller(log: EventLog, eventDataOf: (name: string) => WaitReason) {
  const waiting = new Map<string, number>();
  let named: string | undefined;

  function tellWait(): void {
    const [name] = waiting.keys();
    if (name === named) return;
    const before = named;
    named = name;
    if (name !== undefined) log.append({ kind: 'run.paused', path: '', data: eventDataOf(name) });
    else if (before !== undefined)
      log.append({ kind: 'run.resumed', path: '', data: { reason: eventDataOf(before).reason } });
  }

  function countWait(name: string, change: 1 | -1): void {
    const tasks = (waiting.get(name) ?? 0) + change;
    if (tasks === 0) waiting.delete(name);
    else waiting.set(name, tasks);
  }

  /** Waits, and records the wait. Rejects as `wait` does. */
  return async (name: string, signal: AbortSignal, wait: () => Promise<void>): Promise<void> => {
    countWait(name, 1);
    tellWait();
    try {
      await wait();
    } finally {
      countWait(name, -1);
      if (!signal.aborted) tellWait();
    }
  };
}
