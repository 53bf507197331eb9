/**
 * Port: state shared by everything under the same limits: the runs of a process, or of all tabs of a page. What a dead
 * holder held is free again; what it sent still counts.
 */
export interface LimitShare {
  /**
   * Runs `work` while no other work with the same name runs, in the order of the calls. Rejects with `CANCELLED` if
   * aborted before.
   */
  alone<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /**
   * Takes one of `count` places with a name, and resolves to a function that gives it back. Rejects with `CANCELLED` on
   * abort.
   */
  place(name: string, count: number, signal: AbortSignal): Promise<() => void>;
  /** The state last saved for a provider, perhaps by an earlier process; undefined: none. The caller validates it. */
  load(provider: string): Promise<unknown>;
  save(provider: string, state: unknown): Promise<void>;
}

/** Stores the state of limits beyond the life of a process. */
export type LimitStore = Pick<LimitShare, 'load' | 'save'>;
