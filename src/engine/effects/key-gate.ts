import type { EventLog } from '../log/event-log';
import type { ModelClient } from '../ports';

/** Lets a call through once its provider has the key it needs. */
export interface KeyGate {
  /** Whether a call to the provider would have to wait. */
  closed(provider: string): boolean;
  /** Resolves once the key is there. Rejects with `CANCELLED` on abort. */
  open(provider: string, signal: AbortSignal): Promise<void>;
}

/**
 * While at least one task waits for a key the run says so, naming one provider at a time: `run.paused`, again when it then
 * waits for another one, and `run.resumed` once none waits. Tasks that need no key go on.
 */
export function createKeyGate(models: ModelClient, log: EventLog): KeyGate {
  const waiting = new Map<string, number>();
  let told: string | undefined;

  function tell(): void {
    const [provider] = waiting.keys();
    if (provider === told) return;
    told = provider;
    log.append(
      provider === undefined
        ? { kind: 'run.resumed', path: '', data: { reason: 'key' } }
        : { kind: 'run.paused', path: '', data: { reason: 'key', provider } },
    );
  }

  function count(provider: string, change: 1 | -1): void {
    const tasks = (waiting.get(provider) ?? 0) + change;
    if (tasks === 0) waiting.delete(provider);
    else waiting.set(provider, tasks);
  }

  return {
    closed: (provider) => models.keyState(provider) === 'needed',
    async open(provider, signal) {
      count(provider, 1);
      tell();
      try {
        await models.whenReady(provider, signal);
      } finally {
        count(provider, -1);
        if (!signal.aborted) tell();
      }
    },
  };
}
