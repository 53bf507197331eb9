import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../../document';
import { findContainerPath, getLastSegment, locateTask, selectOutermost, type TaskPath } from '../../task-path';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayout, setLayout, setPositions } from '../edits';
import { type MovedPath, putTasks, takeTasks } from './arrange-tasks';
import { carryRules } from './carry-rules';
import { carryWaits, listWaitsAround } from './carry-waits';
import { createHidingTest } from './hiding-ids';
import { keepUses, type LostUse } from './keep-uses';
import { sortByRunOrder } from './run-order';
import { findOccupant, findTaskPlace, placeRefusal, type TaskPlace } from './task-place';

/** Arguments of {@link moveInto}. */
export interface MoveInto {
  readonly taskPaths: readonly TaskPath[];
  readonly into: TaskPlace;
  /** New positions of the tasks, by the paths that they have now. */
  readonly positions?: ReadonlyMap<TaskPath, Point> | undefined;
  /** Whether a task that is in the slot is removed. */
  readonly replace?: boolean;
}

/** Tasks at their new places. */
export interface MovedTasks {
  readonly document: WorkflowDocument;
  /** Their paths, by those that they had. */
  readonly taskPaths: ReadonlyMap<TaskPath, TaskPath>;
  readonly lost: readonly LostUse[];
}

/**
 * Moves tasks between any two places, with everything in them. Names go on meaning what they meant, and dependencies
 * are carried over to the containers, as far as the new scopes allow; the rest is listed.
 */
export function moveInto(document: WorkflowDocument, args: MoveInto): Result<MovedTasks, EditRefusal> {
  const { into, positions = new Map(), replace = false } = args;
  const missing = args.taskPaths.find((taskPath) => locateTask(document, taskPath) === undefined);
  if (missing !== undefined) return refuseEdit(`No task “${missing}”.`);
  const chosen = sortByRunOrder(document, selectOutermost(args.taskPaths));
  const self = chosen.find((taskPath) => isIn(into.container, taskPath));
  if (self !== undefined) return refuseEdit(`“${getLastSegment(self)}” cannot be put into itself.`);
  const taskPaths = chosen.filter((taskPath) => !isThere(document, taskPath, into));
  if (taskPaths.length === 0 || isSameOrder(document, taskPaths, into)) {
    const same = new Map(chosen.map((taskPath) => [taskPath, taskPath]));
    return ok({ document: setPositions(document, positions), taskPaths: same, lost: [] });
  }
  const occupant = findOccupant(document, into);
  const refusal = placeRefusal(replace && occupant ? emptySlot(document, occupant) : document, into, taskPaths.length);
  if (refusal !== undefined) return refuseEdit(refusal);

  const goes = replace && occupant !== undefined ? [...taskPaths, occupant] : taskPaths;
  const taken = takeTasks(document, goes);
  const place = placeAfter(document, into, goes, taken.moved);
  const pieces = taskPaths.flatMap((taskPath) => taken.pieces.get(taskPath) ?? []);
  const put = putTasks(taken.document, place, pieces, createHidingTest(document, into.container, taskPaths));
  const to = new Map(taskPaths.map((taskPath, index) => [taskPath, put.taskPaths[index] ?? taskPath]));
  const moved = createMovedPath(to, taken.moved, put.moved);
  const waits = listWaitsAround(document, goes);
  const carried = carryWaits(put.document, waits, new Set(taskPaths), moved);
  const ruled = carryRules(document, carried.document, waits, moved);
  if (!ruled.ok) return ruled;
  const kept = keepUses(document, ruled.value, { to, moved });
  const placed = into.kind === 'graph' ? [...positions].map(([from, at]) => [moved(from) ?? from, at] as const) : [];
  return ok({
    document: setPositions(moveLayout(document, kept.document, moved, to, place), placed),
    taskPaths: new Map(chosen.map((taskPath) => [taskPath, moved(taskPath) ?? taskPath])),
    lost: [...kept.lost, ...carried.lost],
  });
}

/** Why tasks cannot be moved to a place; undefined if they can. Also asked while they are dragged over it. */
export function moveRefusal(
  document: WorkflowDocument,
  taskPaths: readonly TaskPath[],
  into: TaskPlace,
): string | undefined {
  const chosen = selectOutermost(taskPaths);
  const self = chosen.find((taskPath) => isIn(into.container, taskPath));
  if (self !== undefined) return `“${getLastSegment(self)}” cannot be put into itself.`;
  const coming = chosen.filter((taskPath) => !isThere(document, taskPath, into));
  return coming.length === 0 ? undefined : placeRefusal(document, into, coming.length);
}

function isIn(container: TaskPath | undefined, taskPath: TaskPath): boolean {
  return container === taskPath || container?.startsWith(`${taskPath}/`) === true;
}

/** Whether a task is at a place already, where there is no order. */
function isThere(document: WorkflowDocument, taskPath: TaskPath, into: TaskPlace): boolean {
  if (findContainerPath(taskPath) !== into.container || into.kind === 'list') return false;
  const place = findTaskPlace(document, taskPath);
  return place.kind === into.kind && (place.kind !== 'slot' || into.kind !== 'slot' || place.segment === into.segment);
}

/** Whether a move within a list leaves all as it is. */
function isSameOrder(document: WorkflowDocument, taskPaths: readonly TaskPath[], into: TaskPlace): boolean {
  if (into.kind !== 'list' || taskPaths.some((taskPath) => findContainerPath(taskPath) !== into.container))
    return false;
  const indexes = taskPaths.map((taskPath) => {
    const place = findTaskPlace(document, taskPath);
    return place.kind === 'list' ? place.index : -1;
  });
  const before = indexes.filter((index) => index < into.index).length;
  return indexes.every((index, offset) => index === into.index - before + offset);
}

function emptySlot(document: WorkflowDocument, occupant: TaskPath): WorkflowDocument {
  return takeTasks(document, [occupant]).document;
}

/** The place once tasks have been taken out. */
function placeAfter(
  document: WorkflowDocument,
  into: TaskPlace,
  taken: readonly TaskPath[],
  moved: MovedPath,
): TaskPlace {
  if (into.container === undefined) return into;
  const container = moved(into.container) ?? into.container;
  if (into.kind !== 'list') return { ...into, container };
  const before = taken.filter((taskPath) => {
    const place = findTaskPlace(document, taskPath);
    return place.kind === 'list' && place.container === into.container && place.index < into.index;
  });
  return { ...into, container, index: into.index - before.length };
}

/** Where everything is after a move. */
export function createMovedPath(to: ReadonlyMap<TaskPath, TaskPath>, taken: MovedPath, put: MovedPath): MovedPath {
  return (taskPath) => {
    for (let at: TaskPath | undefined = taskPath; at !== undefined; at = findContainerPath(at)) {
      const root = to.get(at);
      if (root !== undefined) return root + taskPath.slice(at.length);
    }
    const left = taken(taskPath);
    return left === undefined ? undefined : put(left);
  };
}

/**
 * The layout for the new paths. Tasks that come to a list lose their positions and those of the others there, so that
 * they are drawn in their order.
 */
export function moveLayout(
  before: WorkflowDocument,
  after: WorkflowDocument,
  moved: MovedPath,
  to: ReadonlyMap<TaskPath, TaskPath>,
  place: TaskPlace,
): WorkflowDocument {
  const { layout } = before;
  if (layout === undefined) return after;
  const arrived = new Set(to.values());
  const listed = place.kind === 'list' ? place.container : undefined;
  const findPoint = (taskPath: TaskPath) => {
    const now = moved(taskPath);
    const isAuto = now === undefined || arrived.has(now) || (listed !== undefined && findContainerPath(now) === listed);
    return isAuto ? undefined : now;
  };
  return setLayout(after, mapLayout(layout, moved, findPoint));
}
