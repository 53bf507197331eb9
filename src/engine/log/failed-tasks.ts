import type { RunEvent } from '@/run/events';
import { findTasksAround, type JournalPath } from '@/run/journal-path';

/** Which tasks of a run failed, and which recorded effects belong to their failures. */
export class FailedTasks {
  readonly #failed = new Set<JournalPath>();
  /** Those of the failed tasks in which another task failed. */
  readonly #outer = new Set<JournalPath>();
  /** Numbers of the events from which on the effects in a failed task belong to its failure; left out: all do. */
  readonly #lostFrom = new Map<JournalPath, number>();

  take({ kind, path, error }: RunEvent): void {
    // A failure may count as completed or as skipped (`on_error`).
    if (kind !== 'task.failed' && error === undefined) return;
    this.#failed.add(path);
    for (const container of listContainers(path)) this.#outer.add(container);
  }

  /**
   * Keeps what came before an event in the task that failed around a path: a person wrote something there, so it is to
   * end otherwise from there on.
   */
  keepBefore(path: JournalPath, seq: number): void {
    const task = this.#failedAround(path);
    if (task !== undefined) this.#lostFrom.set(task, Math.max(seq, this.#lostFrom.get(task) ?? 0));
  }

  /**
   * Number of the event from which on an effect is part of what failed: of a failed task, or of one inside a container
   * that failed although none of its parts did, as a loop that was never accepted. Undefined: it is of no failure.
   */
  lostFrom(key: JournalPath): number | undefined {
    const task = this.#failedAround(key);
    return task === undefined ? undefined : (this.#lostFrom.get(task) ?? 0);
  }

  #failedAround(key: JournalPath): JournalPath | undefined {
    if (this.#failed.size === 0) return undefined;
    return [key, ...listContainers(key)].find((path) => this.#failed.has(path) && !this.#outer.has(path));
  }
}

/** The instances of tasks around a path, the nearest first. */
function listContainers(path: JournalPath): readonly JournalPath[] {
  const containers: JournalPath[] = [];
  for (let end = path.lastIndexOf('/'); end !== -1; end = path.lastIndexOf('/', end - 1)) {
    const outer = path.slice(0, end);
    const [task] = findTasksAround(outer);
    if (task === outer) containers.push(outer);
  }
  return containers;
}
