import { findTasksAround, type JournalPath } from '@/run/journal-path';

/** What lies directly in a task, or in the run itself. */
interface Scope {
  readonly keys: Set<JournalPath>;
  readonly tasks: Set<JournalPath>;
}

/** Which journal paths lie in which task. Taking out paths costs no more than their number. */
export class PathIndex {
  /** By the path of the task; '' for the run. */
  readonly #scopes = new Map<JournalPath, Scope>();

  add(path: JournalPath): void {
    const [task, container] = findTasksAround(path);
    if (task === path && path !== '') this.#scopeOf(container).tasks.add(path);
    else this.#scopeOf(task).keys.add(path);
  }

  /** Takes out everything inside a task, and returns it. */
  takeBelow(task: JournalPath): readonly JournalPath[] {
    const taken: JournalPath[] = [];
    this.#take(task, taken);
    return taken;
  }

  /**
   * Takes out what lies in a task and matches, together with everything inside the tasks that match. Its cost grows
   * with the number of entries directly in the task.
   */
  takeFrom(task: JournalPath, matches: (path: JournalPath) => boolean): readonly JournalPath[] {
    const scope = this.#scopes.get(task);
    const taken: JournalPath[] = [];
    if (scope === undefined) return taken;
    for (const key of scope.keys) if (matches(key) && scope.keys.delete(key)) taken.push(key);
    for (const inner of scope.tasks) {
      if (!matches(inner)) continue;
      scope.tasks.delete(inner);
      taken.push(inner);
      this.#take(inner, taken);
    }
    return taken;
  }

  #take(task: JournalPath, taken: JournalPath[]): void {
    const scope = this.#scopes.get(task);
    if (scope === undefined) return;
    this.#scopes.delete(task);
    for (const key of scope.keys) taken.push(key);
    for (const inner of scope.tasks) {
      taken.push(inner);
      this.#take(inner, taken);
    }
  }

  #scopeOf(task: JournalPath): Scope {
    const known = this.#scopes.get(task);
    if (known !== undefined) return known;
    const scope: Scope = { keys: new Set(), tasks: new Set() };
    this.#scopes.set(task, scope);
    if (task !== '') this.#scopeOf(findTasksAround(task)[1]).tasks.add(task);
    return scope;
  }
}
