import type { Cursor } from '../attempt';
import type { Completed } from '../task-end';

/**
 * What the attempts at a task leave for those after them. Most tasks have one attempt, and leave nothing: nothing is
 * made before it is asked for.
 */
export class LeftOver {
  #parts: Map<string, Completed> | undefined;
  #cursors: Map<string, Cursor> | undefined;
  #absent: Set<string> | undefined;

  /** Parts that completed, by their path within the attempt. */
  get parts(): Map<string, Completed> {
    this.#parts ??= new Map();
    return this.#parts;
  }

  /** Where evaluators stood, likewise. */
  get cursors(): Map<string, Cursor> {
    this.#cursors ??= new Map();
    return this.#cursors;
  }

  /** Models that were found not to be there; see `Attempt.absent`. */
  get absent(): Set<string> {
    this.#absent ??= new Set();
    return this.#absent;
  }
}
