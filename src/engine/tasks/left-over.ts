import type { Cursor } from '../attempt';
import type { Completed } from '../task-end';

/**
 * What the attempts at a task leave for later ones. Most tasks have one attempt and leave nothing, so everything is
 * made on demand.
 */
export class LeftOver {
  #parts: Map<string, Completed> | undefined;
  #cursors: Map<string, Cursor> | undefined;
  #absent: Set<string> | undefined;

  /** Completed parts, by their path within the attempt. */
  get parts(): Map<string, Completed> {
    this.#parts ??= new Map();
    return this.#parts;
  }

  /** Positions of evaluators, by their path within the attempt. */
  get cursors(): Map<string, Cursor> {
    this.#cursors ??= new Map();
    return this.#cursors;
  }

  /** Models that were found missing; see `Attempt.absent`. */
  get absent(): Set<string> {
    this.#absent ??= new Set();
    return this.#absent;
  }
}
