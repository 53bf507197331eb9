/**
 * Port: what all share that are bound by the same limits: the runs of a process, or of a page in all its tabs. What one
 * holds that dies is free again, and what it sent stays counted.
 */
export interface LimitShare {
  /**
   * Does `work` while nobody else does any of the same name; who asked first is first. Rejects with `CANCELLED` if
   * aborted before.
   */
  alone<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Takes one of `count` places of a name, and resolves to how to give it back. Rejects with `CANCELLED` on abort. */
  place(name: string, count: number, signal: AbortSignal): Promise<() => void>;
  /** What was last saved of a provider, also by an earlier process; undefined: nothing. Who reads it checks it. */
  load(provider: string): Promise<unknown>;
  save(provider: string, state: unknown): Promise<void>;
}

/** Where the state of limits outlives a process. */
export type LimitStore = Pick<LimitShare, 'load' | 'save'>;
