import { copyRecord } from '@/base/copy-record';
import { defined } from '@/base/defined';
import { isSameJson } from '@/base/json';
import { applyJsonDelta, computeJsonDelta, type JsonDelta } from '@/base/json-delta';
import { findTopTask, getSettings, type Layout, listTaskIds, type Point, type WorkflowDocument } from './document';
import type { TaskId } from './names';
import type { TaskPath } from './task-path';
import { compareTaskRecords, listIds, replaceInRecord } from './task-record';
import type { Task } from './tasks';

/** What a receiver that holds an earlier document needs to make the later one. */
export interface DocumentDelta {
  readonly settings?: JsonDelta;
  /** Tasks that are new or changed. */
  readonly tasks: ReadonlyMap<TaskId, Task>;
  /** All ids in their order, if the ids or their order changed. */
  readonly order?: readonly TaskId[];
  /** null: the document has no layout any more. */
  readonly layout?: LayoutDelta | null;
}

interface LayoutDelta {
  readonly others: Omit<Layout, 'tasks'>;
  /** Positions that are new or changed; undefined for a removed one. Left out if the layout has no positions. */
  readonly points?: ReadonlyMap<TaskPath, Point | undefined>;
}

/** What changed from one document to another. Fast where parts are the same objects. */
export function computeDelta(before: WorkflowDocument, after: WorkflowDocument): DocumentDelta {
  const settings = computeJsonDelta(getSettings(before), getSettings(after));
  const layout = computeLayoutDelta(before.layout, after.layout);
  const tasks = new Map<TaskId, Task>();
  const difference = compareTaskRecords(before.tasks, after.tasks);
  for (const id of difference.ids) {
    const task = findTopTask(after, id);
    if (task !== undefined) tasks.set(id, task);
  }
  return {
    tasks,
    ...defined({ settings, order: difference.isSameOrder ? undefined : listTaskIds(after), layout }),
  };
}

function isSameOrder(before: readonly TaskId[], after: readonly TaskId[]): boolean {
  return before.length === after.length && before.every((id, index) => id === after[index]);
}

function computeLayoutDelta(before: Layout | undefined, after: Layout | undefined): LayoutDelta | null | undefined {
  if (before === after) return undefined;
  if (after === undefined) return null;
  const { tasks: old, ...oldOthers } = before ?? {};
  const { tasks: now, ...others } = after;
  const points = new Map<TaskPath, Point | undefined>();
  if (old !== now) {
    for (const [taskPath, at] of Object.entries(now ?? {})) {
      const was = old?.[taskPath];
      if (was?.[0] !== at[0] || was[1] !== at[1]) points.set(taskPath, at);
    }
    for (const taskPath of Object.keys(old ?? {}))
      if (now === undefined || !Object.hasOwn(now, taskPath)) points.set(taskPath, undefined);
  }
  const isSame = points.size === 0 && (old === undefined) === (now === undefined) && isSameJson(oldOthers, others);
  if (isSame && before !== undefined) return undefined;
  return { others, ...(now === undefined ? {} : { points }) };
}

/**
 * Makes the later document from the earlier one. A part that did not change stays the same object, so that its drawing
 * is not repeated.
 */
export function applyDelta(before: WorkflowDocument, delta: DocumentDelta): WorkflowDocument {
  const { layout: oldLayout, tasks: oldTasks } = before;
  const old = getSettings(before);
  const settings = delta.settings === undefined ? old : applyJsonDelta(old, delta.settings);
  const tasks = applyTaskDelta(oldTasks, delta);
  const layout = delta.layout === undefined ? oldLayout : applyLayoutDelta(oldLayout, delta.layout);
  if (tasks === oldTasks && layout === oldLayout && settings === old) return before;
  return { ...settings, tasks, ...defined({ layout }) };
}

function applyTaskDelta(before: WorkflowDocument['tasks'], { tasks, order }: DocumentDelta): WorkflowDocument['tasks'] {
  const changed = [...tasks].filter(([id, task]) => !Object.hasOwn(before, id) || !isSameJson(before[id], task));
  const isOrdered = order === undefined || isSameOrder(listIds(before), order);
  if (isOrdered && changed.length === 0) return before;
  const next = replaceInRecord(before, changed);
  if (isOrdered || order === undefined) return next;
  return Object.fromEntries(order.map((id) => [id, next[id]])) as WorkflowDocument['tasks'];
}

function applyLayoutDelta(before: Layout | undefined, delta: LayoutDelta | null): Layout | undefined {
  if (delta === null) return undefined;
  if (delta.points === undefined) return delta.others;
  if (before !== undefined && isLaidOutSo(before, delta)) return before;
  const tasks = copyRecord<TaskPath, Point>(before?.tasks ?? {});
  for (const [taskPath, at] of delta.points) {
    if (at === undefined) delete tasks[taskPath];
    else tasks[taskPath] = at;
  }
  return { ...delta.others, tasks } as unknown as Layout;
}

/** Whether a layout is already as a difference says: then only what the difference names is compared. */
function isLaidOutSo({ tasks, ...others }: Layout, { points = new Map(), others: wanted }: LayoutDelta): boolean {
  if (tasks === undefined || !isSameJson(others, wanted)) return false;
  for (const [taskPath, at] of points) {
    const is = Object.hasOwn(tasks, taskPath) ? tasks[taskPath] : undefined;
    if (is?.[0] !== at?.[0] || is?.[1] !== at?.[1]) return false;
  }
  return true;
}
