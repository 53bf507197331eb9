import { isSameInOrder } from '@/base/json';
import { isAlikeThroughout } from '@/workflow/alike-throughout';
import { findTopTask, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import { buildPartPath, getLastSegment, listParts, type TaskPath } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';

/** A row of the tree. */
export interface TreeRowItem {
  readonly taskPath: TaskPath;
  /** Counted from 1, as is `position`. Screen readers say both. */
  readonly level: number;
  readonly position: number;
  /** The number of rows at its level in the same container. */
  readonly count: number;
  /** Whether its parts are listed below it; undefined if it has none. */
  readonly open: boolean | undefined;
}

const known = new WeakMap<WorkflowDocument, readonly TreeRowItem[]>();
/** The latest rows: most edits neither move nor fold a task. */
let newest: { readonly document: WorkflowDocument; readonly rows: readonly TreeRowItem[] } | undefined;

/**
 * The rows of a document: each task after its dependencies, and the parts of each below it unless it is folded. Returns
 * the same list while no row changes.
 */
export function listTreeRows(document: WorkflowDocument): readonly TreeRowItem[] {
  const rows =
    known.get(document) ?? (newest && hasRowsAsBefore(newest.document, document) ? newest.rows : buildRows(document));
  known.set(document, rows);
  newest = { document, rows };
  return rows;
}

function hasRowsAsBefore(before: WorkflowDocument, after: WorkflowDocument): boolean {
  return (
    buildGraph(before) === buildGraph(after) &&
    isSameInOrder(before.layout?.collapsed, after.layout?.collapsed) &&
    isAlikeThroughout(before.tasks, after.tasks, () => true)
  );
}

function buildRows(document: WorkflowDocument): readonly TreeRowItem[] {
  const folded = new Set(document.layout?.collapsed);
  const rows: TreeRowItem[] = [];
  const addRow = (task: Task, taskPath: TaskPath, level: number, position: number, count: number) => {
    const parts = listParts(task);
    const open = parts.length === 0 ? undefined : !folded.has(taskPath);
    rows.push({ taskPath, level, position, count, open });
    if (!open) return;
    for (const [index, part] of parts.entries()) {
      addRow(part.task, buildPartPath(taskPath, part.position.segment), level + 1, index + 1, parts.length);
    }
  };
  const { order } = buildGraph(document);
  for (const [index, id] of order.entries()) {
    const task = findTopTask(document, id);
    if (task) addRow(task, id, 1, index + 1, order.length);
  }
  return rows;
}

/**
 * The rows of the tasks whose name, id or type has a text in it, and of the containers that they are in, folded or
 * not.
 */
export function filterRows(document: WorkflowDocument, text: string): readonly TreeRowItem[] {
  const wanted = text.trim().toLowerCase();
  const below = (siblings: readonly { readonly task: Task; readonly taskPath: TaskPath }[], level: number) => {
    const shown = siblings.flatMap(({ task, taskPath }) => {
      const parts = listParts(task).map((part) => ({
        task: part.task,
        taskPath: buildPartPath(taskPath, part.position.segment),
      }));
      const inner: readonly TreeRowItem[] = below(parts, level + 1);
      const own = `${task.name ?? ''} ${getLastSegment(taskPath)} ${taskTraits[task.type].label}`.toLowerCase();
      return inner.length > 0 || own.includes(wanted) ? [{ taskPath, inner }] : [];
    });
    return shown.flatMap(({ taskPath, inner }, index): TreeRowItem[] => [
      { taskPath, level, position: index + 1, count: shown.length, open: inner.length > 0 ? true : undefined },
      ...inner,
    ]);
  };
  const tops = buildGraph(document).order.flatMap((id) => {
    const task = findTopTask(document, id);
    return task ? [{ task, taskPath: id }] : [];
  });
  return below(tops, 1);
}
