import { type JournalPath, tasksAround } from '@/run/journal-path';

/** What lies directly in a task, or in the run itself. */
interface Scope {
  readonly keys: Set<JournalPath>;
  readonly tasks: Set<JournalPath>;
}

/** Which journal paths lie in which task, so that it costs no more to take them out than there are. */
export class PathIndex {
  /** By the path of the task; '' for the run. */
  readonly #scopes = new Map<JournalPath, Scope>();

  add(path: JournalPath): void {
    const [task, container] = tasksAround(path);
    if (task === path && path !== '') this.#scopeOf(container).tasks.add(path);
    else this.#scopeOf(task).keys.add(path);
  }

  /** Takes out all that lies in a task, and gives it. */
  takeBelow(task: JournalPath): readonly JournalPath[] {
    const taken: JournalPath[] = [];
    this.#take(task, taken);
    return taken;
  }

  /**
   * The same of what of a task is meant, with all that lies in tasks that are. Costs as much as there is directly in
   * the task.
   */
  takeFrom(task: JournalPath, isMeant: (path: JournalPath) => boolean): readonly JournalPath[] {
    const scope = this.#scopes.get(task);
    const taken: JournalPath[] = [];
    if (scope === undefined) return taken;
    for (const key of scope.keys) if (isMeant(key) && scope.keys.delete(key)) taken.push(key);
    for (const inner of scope.tasks) {
      if (!isMeant(inner)) continue;
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
    if (task !== '') this.#scopeOf(tasksAround(task)[1]).tasks.add(task);
    return scope;
  }
}
