import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../../document';
import type { TaskId } from '../../names';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  getRootPath,
  locateTask,
  selectOutermost,
  type TaskPath,
} from '../../task-path';
import type { Task } from '../../tasks';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayout, setDependencies, setLayout, setPositions } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { listSiblingIds, type MovedPath, putTasks, takeTasks } from './arrange-tasks';
import { createHidingTest } from './hiding-ids';
import { keepMeanings } from './keep-meanings';
import type { MovedTasks } from './move-into';
import { sortByRunOrder } from './run-order';
import { placeRefusal, type TaskPlace } from './task-place';

/** Arguments of {@link copyInto}. */
export interface CopyInto {
  /** What is copied from: the document itself to duplicate, what the clipboard holds to paste. */
  readonly source: WorkflowDocument;
  readonly taskPaths: readonly TaskPath[];
  readonly into: TaskPlace;
  /** Positions of the copies, by the paths in the source. */
  readonly positions?: ReadonlyMap<TaskPath, Point> | undefined;
}

/**
 * Puts copies of tasks at a place. Ids that are taken there get a number, and the copies refer to one another. What
 * they read of others keeps its name; dependencies on tasks that are not beside them are left out.
 */
export function copyInto(document: WorkflowDocument, args: CopyInto): Result<MovedTasks, EditRefusal> {
  const { source, into, positions = new Map() } = args;
  const taskPaths = sortByRunOrder(source, selectOutermost(args.taskPaths));
  const missing = taskPaths.find((taskPath) => locateTask(source, taskPath) === undefined);
  if (missing !== undefined) return refuseEdit(`No task “${missing}”.`);
  const refusal = placeRefusal(document, into, taskPaths.length);
  if (refusal !== undefined) return refuseEdit(refusal);

  const { pieces } = takeTasks(source, taskPaths);
  const copied = taskPaths.flatMap((taskPath) => pieces.get(taskPath) ?? []);
  const put = putTasks(document, into, copied, createHidingTest(document, into.container, []));
  const to = new Map(taskPaths.map((taskPath, index) => [taskPath, put.taskPaths[index] ?? taskPath]));
  const copyOf = copyPath(to);
  const beside = listSiblingIds(document, into.container);
  let next = put.document;
  for (const [from, now] of to) {
    next =
      mapTaskAt(next, now, (task) => keepPossibleWaits(task, from, now, to, beside, into.kind === 'graph')) ?? next;
  }
  const kept = keepMeanings({
    before: source,
    after: next,
    rootsBefore: taskPaths.map(getRootPath),
    rootsAfter: put.taskPaths.map(getRootPath),
    readerOf: copyOf,
    moved: (taskPath) => copyOf(taskPath) ?? (source === document ? put.moved(taskPath) : undefined),
  });
  const placed = into.kind === 'graph' ? [...positions].map(([from, at]) => [to.get(from) ?? from, at] as const) : [];
  const laidOut = copyLayout(moveApart(kept.document, put.moved), source, copyOf, to);
  return ok({ document: setPositions(laidOut, placed), taskPaths: to, lost: kept.lost });
}

/** The path of the copy of a task, or of one within it; undefined: it is not copied. */
function copyPath(to: ReadonlyMap<TaskPath, TaskPath>): MovedPath {
  return (taskPath) => {
    for (let at: TaskPath | undefined = taskPath; at !== undefined; at = findContainerPath(at)) {
      const copy = to.get(at);
      if (copy !== undefined) return copy + taskPath.slice(at.length);
    }
    return undefined;
  };
}

/** The copy with the dependencies that it can have: on copies beside it, and on tasks of their ids that are there. */
function keepPossibleWaits(
  task: Task,
  from: TaskPath,
  now: TaskPath,
  to: ReadonlyMap<TaskPath, TaskPath>,
  beside: readonly string[],
  isGraph: boolean,
): Task {
  if (task.dependsOn === undefined) return task;
  if (!isGraph) return setDependencies(task, []);
  const [was, is] = [findContainerPath(from), findContainerPath(now)];
  return setDependencies(
    task,
    task.dependsOn.flatMap((id) => {
      const copy = to.get(was === undefined ? id : buildPartPath(was, id));
      if (copy !== undefined) return findContainerPath(copy) === is ? (getLastSegment(copy) as TaskId) : [];
      return beside.includes(id) ? id : [];
    }),
  );
}

/** The layout of the tasks that make room in a list. */
function moveApart(document: WorkflowDocument, moved: MovedPath): WorkflowDocument {
  const { layout } = document;
  if (layout === undefined) return document;
  return setLayout(
    document,
    mapLayout(layout, (taskPath) => moved(taskPath) ?? taskPath),
  );
}

/** The layout with that of what is within the copies. */
function copyLayout(
  document: WorkflowDocument,
  { layout = {} }: WorkflowDocument,
  copyOf: MovedPath,
  to: ReadonlyMap<TaskPath, TaskPath>,
): WorkflowDocument {
  const inside = Object.entries(layout.tasks ?? {}).flatMap(([taskPath, at]) => {
    const copy = to.has(taskPath) ? undefined : copyOf(taskPath);
    return copy === undefined ? [] : [[copy, at] as const];
  });
  const collapsed = layout.collapsed?.flatMap((taskPath) => copyOf(taskPath) ?? []) ?? [];
  const notes = (layout.notes ?? []).flatMap((note) => {
    const copy = note.in === undefined ? undefined : copyOf(note.in);
    return copy === undefined ? [] : [{ ...note, in: copy }];
  });
  const placed = setPositions(document, inside);
  if (collapsed.length === 0 && notes.length === 0) return placed;
  return setLayout(placed, {
    ...placed.layout,
    collapsed: [...(placed.layout?.collapsed ?? []), ...collapsed],
    notes: [...(placed.layout?.notes ?? []), ...notes],
  });
}
