import { createCancelledError } from '@/base/cancelled';

/** Waits for tasks of a graph to end. */
export class Waits {
  readonly #ended = new Set<string>();
  readonly #waiting = new Set<() => void>();
  readonly #ending = new Set<string>();
  #isRestored: boolean;

  /** `isRestored`: no task was ended by an earlier process. */
  constructor(isRestored: boolean) {
    this.#isRestored = isRestored;
  }

  /** Marks a task as ended. `isRestored`: all tasks that an earlier process ended have been added. */
  ended(id: string, isRestored: boolean): void {
    this.#ended.add(id);
    this.#ending.delete(id);
    this.#isRestored = isRestored;
    if (this.#waiting.size > 0) for (const check of [...this.#waiting]) check();
  }

  /** Resolves when a task has ended, or when the signal is aborted. */
  whenEnded(id: string, signal: AbortSignal): Promise<void> {
    return this.#until(() => this.#ended.has(id), signal);
  }

  /** Marks a task that has its result and will end soon. */
  ending(id: string): void {
    this.#ending.add(id);
  }

  /**
   * Resolves when all tasks that an earlier process ended, and all that have their results, have been added. Rejects
   * with `CANCELLED` on abort.
   */
  async whenSettled(signal: AbortSignal): Promise<void> {
    await this.#until(() => this.#isRestored && this.#ending.size === 0, signal);
    if (signal.aborted) throw createCancelledError('The run');
  }

  async #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    if (holds() || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const checkWait = () => {
        if (!holds() && !signal.aborted) return;
        this.#waiting.delete(checkWait);
        signal.removeEventListener('abort', checkWait);
        resolve();
      };
      this.#waiting.add(checkWait);
      signal.addEventListener('abort', checkWait);
    });
  }
}
