import type { EventOf } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import type { EventLog } from '../log/event-log';
import type { ScopeOutput } from './scope-output';

/** So many are written in one event, unless one is needed earlier. */
const mostPending = 100;

/** Records what was pruned, in batches: before a choice, when there are many, and at the end. */
export class PrunedLog {
  readonly #log: EventLog;
  readonly #path: JournalPath;
  #pending: EventOf<'outputs.pruned'>['data'] | undefined;

  constructor(log: EventLog, path: JournalPath) {
    this.#log = log;
    this.#path = path;
  }

  /** `left`: how many candidates remain. */
  add(removed: readonly ScopeOutput[], by: 'limit' | 'hook', strategy: string, left: number): void {
    if (removed.length === 0) return;
    if (this.#pending !== undefined && (this.#pending.by !== by || this.#pending.strategy !== strategy)) this.flush();
    const pruned = this.#pending?.pruned ?? [];
    for (const { id } of removed) pruned.push(id);
    this.#pending = { by, strategy, pruned, left };
    if (pruned.length >= mostPending) this.flush();
  }

  flush(): void {
    if (this.#pending === undefined) return;
    this.#log.append({ kind: 'outputs.pruned', path: this.#path, data: this.#pending });
    this.#pending = undefined;
  }
}
