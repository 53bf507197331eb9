import type { RunEvent } from '@/run/events';
import type { StreamDelta } from '@/run/runner';

/** Most paths that are remembered. */
const mostKept = 1000;

/**
 * Leaves out text that comes too late, from another machine: of what has ended, as its events tell, and of a call that
 * was made again elsewhere meanwhile.
 */
export class FreshText {
  /** Paths at which something has ended. */
  readonly #over = new Set<string>();
  /** By path the calls whose text came, the newest last. */
  readonly #calls = new Map<string, readonly string[]>();

  /** Takes the events that come before further text. */
  note(events: readonly RunEvent[]): void {
    for (const event of events) {
      switch (event.kind) {
        case 'task.started':
          this.#over.delete(event.path);
          break;
        case 'task.retrying':
          this.#end(`${event.path}/attempt/${event.data.attempt - 1}`);
          break;
        case 'model.replied':
        case 'task.completed':
        case 'task.failed':
        case 'task.cancelled':
          this.#end(event.path);
          break;
      }
    }
  }

  /** The text that is to be shown. */
  of(deltas: readonly StreamDelta[]): readonly StreamDelta[] {
    return deltas.filter((delta) => !this.#isOver(delta.path) && this.#isNewest(delta));
  }

  #end(path: string): void {
    this.#calls.delete(path);
    this.#over.add(path);
    for (const oldest of this.#over) {
      if (this.#over.size <= mostKept) break;
      this.#over.delete(oldest);
    }
  }

  #isOver(path: string): boolean {
    if (this.#over.size === 0) return false;
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      if (this.#over.has(path.slice(0, end))) return true;
    }
    return false;
  }

  #isNewest({ path, call }: StreamDelta): boolean {
    if (call === undefined) return true;
    const seen = this.#calls.get(path) ?? [];
    if (seen.at(-1) === call) return true;
    if (seen.includes(call)) return false;
    this.#calls.set(path, [...seen, call]);
    for (const oldest of this.#calls.keys()) {
      if (this.#calls.size <= mostKept) break;
      this.#calls.delete(oldest);
    }
    return true;
  }
}
