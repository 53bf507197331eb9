import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../../document';
import { containerPath, locateTask, outermost, segmentOf, type TaskPath } from '../../task-path';
import { type EditRefusal, refuse } from '../edit-refusal';
import { mapLayout, withLayout, withPositions } from '../edits';
import { type MovedPath, putTasks, takeTasks } from './arrange-tasks';
import { carryRules } from './carry-rules';
import { carryWaits, waitsAround } from './carry-waits';
import { hidingIds } from './hiding-ids';
import { keepUses, type LostUse } from './keep-uses';
import { inRunOrder } from './run-order';
import { occupantOf, placeOf, placeRefusal, type TaskPlace } from './task-place';

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
  if (missing !== undefined) return refuse(`No task “${missing}”.`);
  const chosen = inRunOrder(document, outermost(args.taskPaths));
  const self = chosen.find((taskPath) => isIn(into.container, taskPath));
  if (self !== undefined) return refuse(`“${segmentOf(self)}” cannot be put into itself.`);
  const taskPaths = chosen.filter((taskPath) => !isThere(document, taskPath, into));
  if (taskPaths.length === 0 || isSameOrder(document, taskPaths, into)) {
    const same = new Map(chosen.map((taskPath) => [taskPath, taskPath]));
    return ok({ document: withPositions(document, positions), taskPaths: same, lost: [] });
  }
  const occupant = occupantOf(document, into);
  const refusal = placeRefusal(replace && occupant ? emptied(document, occupant) : document, into, taskPaths.length);
  if (refusal !== undefined) return refuse(refusal);

  const goes = replace && occupant !== undefined ? [...taskPaths, occupant] : taskPaths;
  const taken = takeTasks(document, goes);
  const place = placeAfter(document, into, goes, taken.moved);
  const pieces = taskPaths.flatMap((taskPath) => taken.pieces.get(taskPath) ?? []);
  const put = putTasks(taken.document, place, pieces, hidingIds(document, into.container, taskPaths));
  const to = new Map(taskPaths.map((taskPath, index) => [taskPath, put.taskPaths[index] ?? taskPath]));
  const moved = movedPath(to, taken.moved, put.moved);
  const waits = waitsAround(document, goes);
  const carried = carryWaits(put.document, waits, new Set(taskPaths), moved);
  const ruled = carryRules(document, carried.document, waits, moved);
  if (!ruled.ok) return ruled;
  const kept = keepUses(document, ruled.value, { to, moved });
  const placed = into.kind === 'graph' ? [...positions].map(([from, at]) => [moved(from) ?? from, at] as const) : [];
  return ok({
    document: withPositions(movedLayout(document, kept.document, moved, to, place), placed),
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
  const chosen = outermost(taskPaths);
  const self = chosen.find((taskPath) => isIn(into.container, taskPath));
  if (self !== undefined) return `“${segmentOf(self)}” cannot be put into itself.`;
  const coming = chosen.filter((taskPath) => !isThere(document, taskPath, into));
  return coming.length === 0 ? undefined : placeRefusal(document, into, coming.length);
}

function isIn(container: TaskPath | undefined, taskPath: TaskPath): boolean {
  return container === taskPath || container?.startsWith(`${taskPath}/`) === true;
}

/** Whether a task is at a place already, where there is no order. */
function isThere(document: WorkflowDocument, taskPath: TaskPath, into: TaskPlace): boolean {
  if (containerPath(taskPath) !== into.container || into.kind === 'list') return false;
  const place = placeOf(document, taskPath);
  return place.kind === into.kind && (place.kind !== 'slot' || into.kind !== 'slot' || place.segment === into.segment);
}

/** Whether a move within a list leaves all as it is. */
function isSameOrder(document: WorkflowDocument, taskPaths: readonly TaskPath[], into: TaskPlace): boolean {
  if (into.kind !== 'list' || taskPaths.some((taskPath) => containerPath(taskPath) !== into.container)) return false;
  const indexes = taskPaths.map((taskPath) => {
    const place = placeOf(document, taskPath);
    return place.kind === 'list' ? place.index : -1;
  });
  const before = indexes.filter((index) => index < into.index).length;
  return indexes.every((index, offset) => index === into.index - before + offset);
}

function emptied(document: WorkflowDocument, occupant: TaskPath): WorkflowDocument {
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
    const place = placeOf(document, taskPath);
    return place.kind === 'list' && place.container === into.container && place.index < into.index;
  });
  return { ...into, container, index: into.index - before.length };
}

/** Where everything is after a move. */
export function movedPath(to: ReadonlyMap<TaskPath, TaskPath>, taken: MovedPath, put: MovedPath): MovedPath {
  return (taskPath) => {
    for (let at: TaskPath | undefined = taskPath; at !== undefined; at = containerPath(at)) {
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
export function movedLayout(
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
  const pointOf = (taskPath: TaskPath) => {
    const now = moved(taskPath);
    const isAuto = now === undefined || arrived.has(now) || (listed !== undefined && containerPath(now) === listed);
    return isAuto ? undefined : now;
  };
  return withLayout(after, mapLayout(layout, moved, pointOf));
}
