import type { Json } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import type { TaskType } from '../tasks';

/** One field that differs. A side that is left out has no such field. */
export interface FieldChange {
  /**
   * As a file has it, from the task or from the root of the document. Nested tasks are named by their id where they
   * have one.
   */
  readonly path: DocumentPath;
  readonly before?: Json;
  readonly after?: Json;
}

/** What differs in one task of the workflow. */
export type TaskDiff = {
  /** Its id; for a removed task its former id. */
  readonly id: string;
  /** Its type in the language. */
  readonly type: TaskType;
  /** Its label, where it has one. */
  readonly name?: string;
  /** For an added or removed task, every field that it has. Empty if it was only renamed. */
  readonly changes: readonly FieldChange[];
} & ({ readonly kind: 'added' | 'removed' | 'changed' } | { readonly kind: 'renamed'; readonly formerId: string });

/** How two documents differ in meaning. The order of keys, comments and the notation are no difference. */
export interface DocumentDiff {
  /** Settings of the workflow: agents, variables, limits and so on. */
  readonly settings: readonly FieldChange[];
  /** The tasks of the later document in its order, then the removed ones. */
  readonly tasks: readonly TaskDiff[];
  /** Ids of tasks in both documents that are at another position in the author's order. */
  readonly moved: readonly string[];
  /** How many entries of the layout differ, among those that both documents have. They mean nothing to a run. */
  readonly layout: { readonly tasks: number; readonly notes: number; readonly folded: number };
}

/** Whether tasks and settings are the same. The order of tasks and the layout are ignored. */
export function isSameMeaning({ settings, tasks }: DocumentDiff): boolean {
  return settings.length === 0 && tasks.length === 0;
}
