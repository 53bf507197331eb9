import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import { type Place, partsOf, placeIn } from '@/workflow/place';
import type { Task } from '@/workflow/tasks';

/** A row of the tree. */
export interface TreeRowItem {
  readonly place: Place;
  /** From 1, as are `position` and what is said of them. */
  readonly level: number;
  readonly position: number;
  /** How many stand beside it. */
  readonly count: number;
  /** Whether what it holds is listed below it; undefined if it holds nothing. */
  readonly open: boolean | undefined;
}

/** The tasks of a document, each after those it waits for, and those within each below it, unless it is folded. */
export function treeRows(document: WorkflowDocument): readonly TreeRowItem[] {
  const folded = new Set(document.layout?.collapsed);
  const rows: TreeRowItem[] = [];
  const add = (task: Task, place: Place, level: number, position: number, count: number) => {
    const parts = partsOf(task);
    const open = parts.length === 0 ? undefined : !folded.has(place);
    rows.push({ place, level, position, count, open });
    if (!open) return;
    for (const [index, part] of parts.entries()) {
      add(part.task, placeIn(place, part.place.segment), level + 1, index + 1, parts.length);
    }
  };
  const { order } = buildGraph(document);
  for (const [index, id] of order.entries()) {
    const task = taskOf(document, id);
    if (task) add(task, id, 1, index + 1, order.length);
  }
  return rows;
}
