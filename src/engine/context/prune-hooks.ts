import type { PlannedCleanup, PlannedPruneHook } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';

/** A scope whose candidates can be pruned. */
export interface Prunable {
  /** The journal path that its tasks' own are put to. */
  readonly path: JournalPath;
  /** Has them pruned by this strategy: `isNext`, when it has taken in a task that has just ended; else at once. */
  pruneBy(cleanup: PlannedCleanup, isNext: boolean): void;
}

/** Counts the tasks of a run as they end, wherever they lie, and has all open scopes pruned after every so many. */
export class PruneHooks {
  readonly #hooks: readonly PlannedPruneHook[];
  readonly #scopes = new Set<Prunable>();
  readonly #onPruned: () => void;
  #ended: number;

  /**
   * `ended`: how many tasks had ended in earlier processes of the run. `onPruned`: told when a hook has had its turn.
   */
  constructor(hooks: readonly PlannedPruneHook[], ended: number, onPruned: () => void) {
    this.#hooks = hooks;
    this.#ended = ended;
    this.#onPruned = onPruned;
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

  /** `holder`: what the task's own path is put to. */
  taskEnded(container: JournalPath): void {
    this.#ended += 1;
    const due = this.#hooks.filter(({ every }) => this.#ended % every === 0);
    for (const { cleanup } of due) {
      for (const scope of this.#scopes) scope.pruneBy(cleanup, scope.path === container);
    }
    if (due.length > 0) this.#onPruned();
  }
}
