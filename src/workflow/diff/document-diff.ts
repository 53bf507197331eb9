import type { Json } from '@/base/json';
import type { DocumentPath } from '../diagnostic';
import type { TaskType } from '../tasks';

/** One field that says something else. A side that is left out: the field is not there. */
export interface FieldChange {
  /** As a file has it, from the task or from the root of the document; nested tasks by their id where they have one. */
  readonly path: DocumentPath;
  readonly before?: Json;
  readonly after?: Json;
}

/** What differs in one task of the workflow. */
export type TaskDiff = {
  /** Its id; of a removed one the id that it had. */
  readonly id: string;
  /** Its type in the language. */
  readonly type: TaskType;
  /** Its label, where it has one. */
  readonly name?: string;
  /** Of an added or removed task every field that it has. Empty if it was only renamed. */
  readonly changes: readonly FieldChange[];
} & ({ readonly kind: 'added' | 'removed' | 'changed' } | { readonly kind: 'renamed'; readonly formerId: string });

/** How two documents differ in what they mean: order of keys, comments and notation are no difference. */
export interface DocumentDiff {
  /** Of the workflow itself: agents, variables, limits and so on. */
  readonly settings: readonly FieldChange[];
  /** Those of the later document in its order, then the removed ones. */
  readonly tasks: readonly TaskDiff[];
  /** Ids of tasks in both that are at another place in the author's order. */
  readonly moved: readonly string[];
  /** How much differs of what is drawn, where both say it. Nothing of it means anything to a run. */
  readonly layout: { readonly tasks: number; readonly notes: number; readonly folded: number };
}

/** Whether tasks and settings say the same, wherever the tasks are in the file and on the canvas. */
export function isSameMeaning({ settings, tasks }: DocumentDiff): boolean {
  return settings.length === 0 && tasks.length === 0;
}
