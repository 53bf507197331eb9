import { cancelled } from '@/base/cancelled';

/** Waiting for tasks of a graph to end. */
export class Waits {
  readonly #ended = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly #ending = new Set<string>();
  #isRestored: boolean;

  /** `isRestored`: no earlier process brought anything to an end. */
  constructor(isRestored: boolean) {
    this.#isRestored = isRestored;
  }

  /** Takes in that a task has ended; `isRestored`: all that an earlier process brought to an end are taken in. */
  ended(id: string, isRestored: boolean): void {
    this.#ended.add(id);
    this.#ending.delete(id);
    this.#isRestored = isRestored;
    if (this.#waiting.size > 0) for (const look of [...this.#waiting]) look();
  }

  /** Resolves when a task has ended, or when the signal is aborted. */
  whenEnded(id: string, signal: AbortSignal): Promise<void> {
    return this.#until(() => this.#ended.has(id), signal);
  }

  /** Takes in that a task has come to its result, and will end. */
  ending(id: string): void {
    this.#ending.add(id);
  }

  /**
   * Resolves when all are taken in that an earlier process brought to an end, and those that have come to their
   * results; rejects with `CANCELLED` on abort.
   */
  async whenSettled(signal: AbortSignal): Promise<void> {
    await this.#until(() => this.#isRestored && this.#ending.size === 0, signal);
    if (signal.aborted) throw cancelled('The run');
  }

  async #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    if (holds() || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!holds() && !signal.aborted) return;
        this.#waiting.delete(look);
        signal.removeEventListener('abort', look);
        resolve();
      };
      this.#waiting.add(look);
      signal.addEventListener('abort', look);
    });
  }
}
