import type { EventLog } from '../log/event-log';

/** What a wait is told as, when it begins. */
type WaitReason =
  | { readonly reason: 'key'; readonly provider: string }
  | { readonly reason: 'sign_in'; readonly server: string };

/**
 * While at least one task waits for something of somebody the run says so, naming one of them at a time: `run.paused`,
 * again when it then waits for another one, and `run.resumed` once none waits. Other tasks go on. `told`: how it is
 * said.
 */
export function createWaitTeller(log: EventLog, told: (name: string) => WaitReason) {
  const waiting = new Map<string, number>();
  let named: string | undefined;

  function tell(): void {
    const [name] = waiting.keys();
    if (name === named) return;
    const before = named;
    named = name;
    if (name !== undefined) log.append({ kind: 'run.paused', path: '', data: told(name) });
    else if (before !== undefined) log.append({ kind: 'run.resumed', path: '', data: { reason: told(before).reason } });
  }

  function count(name: string, change: 1 | -1): void {
    const tasks = (waiting.get(name) ?? 0) + change;
    if (tasks === 0) waiting.delete(name);
    else waiting.set(name, tasks);
  }

  /** Waits, and tells so. Rejects as `wait` does. */
  return async (name: string, signal: AbortSignal, wait: () => Promise<void>): Promise<void> => {
    count(name, 1);
    tell();
    try {
      await wait();
    } finally {
      count(name, -1);
      if (!signal.aborted) tell();
    }
  };
}
