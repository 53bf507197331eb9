import type { PlannedCleanup, PlannedPruneHook } from '@/plan/plan';
import type { JournalPath } from '@/run/journal-path';

/** A scope whose candidates can be pruned. */
export interface Prunable {
  /** The journal path below which its tasks' own paths lie. */
  readonly path: JournalPath;
  /** Prunes the candidates by this strategy. `isNext`: not now, but after the task that has just ended is added. */
  pruneBy(cleanup: PlannedCleanup, isNext: boolean): void;
}

/** Counts the tasks of a run as they end, at any depth, and prunes all open scopes after every so many. */
export class PruneHooks {
  readonly #hooks: readonly PlannedPruneHook[];
  readonly #scopes = new Set<Prunable>();
  readonly #onPruned: () => void;
  #ended: number;

  /** `ended`: how many tasks had ended in earlier processes of the run. `onPruned`: called after a hook has run. */
  constructor(hooks: readonly PlannedPruneHook[], ended: number, onPruned: () => void) {
    this.#hooks = hooks;
    this.#ended = ended;
    this.#onPruned = onPruned;
  }

  /** Whether a strategy depends on use, which then has to be recorded. */
  get followsUse(): boolean {
    return this.#hooks.some(({ cleanup }) => dependsOnUse(cleanup));
  }

  open(scope: Prunable): void {
    this.#scopes.add(scope);
  }

  close(scope: Prunable): void {
    this.#scopes.delete(scope);
  }

  /** `container`: the path below which the task's own path lies. */
  taskEnded(container: JournalPath): void {
    this.#ended += 1;
    const due = this.#hooks.filter(({ every }) => this.#ended % every === 0);
    for (const { cleanup } of due) {
      for (const scope of this.#scopes) scope.pruneBy(cleanup, scope.path === container);
    }
    if (due.length > 0) this.#onPruned();
  }
}

/** Whether a strategy depends on when outputs were used. */
export function dependsOnUse(cleanup: PlannedCleanup): boolean {
  return cleanup.type === 'lru' || (cleanup.type === 'custom' && cleanup.keep.includes('last_accessed'));
}
