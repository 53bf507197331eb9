import type { PlannedCleanup, PlannedPruneHook } from '@/plan/plan';

/** A scope whose candidates can be pruned. */
export interface Prunable {
  /** Has them pruned by this strategy as soon as it has taken in what has ended. */
  pruneSoon(cleanup: PlannedCleanup): void;
}

/** Counts the tasks of a run as they end, wherever they lie, and has all open scopes pruned after every so many. */
export class PruneHooks {
  readonly #hooks: readonly PlannedPruneHook[];
  readonly #scopes = new Set<Prunable>();
  #ended: number;

  /** `ended`: how many tasks had ended in earlier processes of the run. */
  constructor(hooks: readonly PlannedPruneHook[], ended: number) {
    this.#hooks = hooks;
    this.#ended = ended;
  }

  /** Whether a strategy goes by use, which then has to be followed. */
  get followsUse(): boolean {
    return this.#hooks.some(({ cleanup }) => cleanup.type === 'lru');
  }

  open(scope: Prunable): void {
    this.#scopes.add(scope);
  }

  close(scope: Prunable): void {
    this.#scopes.delete(scope);
  }

  taskEnded(): void {
    this.#ended += 1;
    for (const { every, cleanup } of this.#hooks) {
      if (this.#ended % every !== 0) continue;
      for (const scope of this.#scopes) scope.pruneSoon(cleanup);
    }
  }
}
