import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { createMark } from '@/state/edit-history';
import { selectTasks, setFresh } from '@/state/view/canvas';
import { openDialog } from '@/state/view/screens';
import { awaitNextTask } from '@/ui/next-task';
import { notifyPerson } from '@/ui/overlay/toast';
import { insertOnEdgeAt } from '@/workflow/commands/edges/insert-on-edge';
import { addInto } from '@/workflow/commands/places/add-into';
import type { LostUse } from '@/workflow/commands/places/keep-uses';
import { type MovedTasks, type MoveInto, moveInto } from '@/workflow/commands/places/move-into';
import {
  findEndPlace,
  findOccupant,
  findTaskPlace,
  placeBeside,
  type TaskPlace,
} from '@/workflow/commands/places/task-place';
import { makeRoomInFunction } from '@/workflow/commands/structure/room-in-function';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { isNoteKey } from '@/workflow/notes';
import { findContainerPath, locateTask, selectOutermost, type TaskPath } from '@/workflow/task-path';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { type Boxes, computeBoxesAround } from '../geometry/boxes';
import { keepPlaces } from '../geometry/keep-places';
import { computeBounds, nodeHeight, nodeWidth, taskGap } from '../geometry/node-geometry';
import { computeContentOrigin, placeAt } from '../geometry/place-at';
import { settleTasks } from '../geometry/settle';
import type { AddAt, Neighbours } from './add-at';
import { getCanvas } from './canvas-handle';
import { countParts, listSelectedPaths, performEdit } from './edit';
import { dropNotes, placeNotes } from './note-edits';
import {
  computeBoxesNow,
  findPositionBeside,
  getShownRoot,
  keepInside,
  placeForNew,
  showParts,
  subtractOrigin,
} from './places-now';

// What adds and moves tasks at any depth. It is loaded when it is first used.

/**
 * Adds a task of this type and selects it: centred at a point of the canvas, in the container there, or at a place.
 * Without either it goes to the selected container or beside the selected task.
 */
export async function addNow(
  stores: AppStores,
  type: TaskType,
  where: AddAt,
  { after, before }: Neighbours = {},
): Promise<void> {
  const { document: now } = stores.document.getState();
  const boxes = computeBoxesNow(stores);
  const neighbour = after ?? before;
  const pointer = where.middle ?? (where.into || where.toSelection ? undefined : getCanvas(stores.view)?.pointer());
  const into: TaskPlace =
    neighbour !== undefined
      ? { kind: 'graph', container: findContainerPath(neighbour) }
      : (where.into ?? (pointer ? placeAt(now, boxes, pointer, [], getShownRoot(stores)) : placeForNew(stores)));
  const origin = computeContentOrigin(boxes, into.container);
  const wanted: Point = pointer
    ? subtractOrigin([pointer[0] - nodeWidth / 2, pointer[1] - nodeHeight / 2], origin)
    : findPositionBeside(stores, into.container);
  const at = keepInside(wanted, into.container);
  const between = after !== undefined && before !== undefined ? { from: after, to: before } : undefined;
  let added: TaskPath | undefined;
  const done = await performEdit(
    stores,
    (document) => {
      const room = makeRoomInFunction(document, into, isLeftOf(boxes, into, pointer));
      const made = addInto(room.document, { type, into: room.into, at, after, before });
      if (!made.ok) return made;
      added = made.value.taskPath;
      // What a person has put somewhere lies there.
      return ok(
        pointer && between === undefined
          ? growAroundTask(document, made.value.document, added)
          : settleTasks(document, made.value.document, [added], between),
      );
    },
    `Add ${taskTraits[type].label.toLowerCase()} task`,
  );
  if (!done || added === undefined) return;
  // What it draws is drawn before the form of the task is.
  if (boxes.size > manyBoxes) await awaitNextTask();
  showParts(stores, [added]);
  setFresh(stores.view, added);
}

/** From this number of boxes on, drawing an edit and showing what it added would hold the page too long together. */
const manyBoxes = 1000;

/** Whether a point is left of the only task of a function. */
function isLeftOf(boxes: Boxes, into: TaskPlace, point: Point | undefined): boolean {
  const box = into.kind === 'slot' ? boxes.get(into.segment) : undefined;
  return box !== undefined && point !== undefined && point[0] < box.x + box.width / 2;
}

/** Where dragged tasks are dropped: at a place, at positions in the whole canvas, perhaps on an edge there. */
export interface DroppedAt {
  readonly into: TaskPlace;
  /** Upper left corners, in pixels of the canvas. */
  readonly corners: ReadonlyMap<TaskPath, Point>;
  readonly edge?: { readonly from: TaskPath; readonly to: TaskPath } | undefined;
}

/** Moves dragged tasks to where they are dropped, as one step: also across borders, and into an edge. */
export async function dropTasks(stores: AppStores, { into, corners, edge }: DroppedAt): Promise<void> {
  const origin = computeContentOrigin(computeBoxesNow(stores), into.container);
  const positions = new Map(
    [...corners].map(([taskPath, at]) => [taskPath, keepInside(subtractOrigin(at, origin), into.container)] as const),
  );
  const taskPaths = [...corners.keys()].filter((key) => !isNoteKey(key));
  if (taskPaths.length === 0) {
    await dropNotes(stores, corners, into.container);
    return;
  }
  const isInPlace = taskPaths.every((taskPath) => findContainerPath(taskPath) === into.container);
  const notes = { corners, origin };
  await moveNow(stores, { taskPaths, into, positions }, { edge, isFree: isInPlace && edge === undefined, notes });
}

interface HowToMove {
  readonly edge?: DroppedAt['edge'];
  /** Whether the tasks stay exactly where they are put, even above others, as a person wants who moves them there. */
  readonly isFree?: boolean;
  /** Whether they are brought into view. */
  readonly reveal?: boolean;
  /** Notes that are dragged with them: their corners on the canvas, and where the content of the place begins there. */
  readonly notes?: { readonly corners: ReadonlyMap<string, Point>; readonly origin: Point };
}

/** Moves tasks to a place, selects them, and lists what could not be kept. */
async function moveNow(stores: AppStores, args: MoveInto, how: HowToMove = {}): Promise<boolean> {
  const { edge, isFree = false, reveal = false, notes } = how;
  const noteKeys = [...(notes?.corners.keys() ?? [])].filter(isNoteKey);
  const label = `Move ${countParts(args.taskPaths.length, noteKeys.length)}`;
  const mark = createMark();
  let made: MovedTasks | undefined;
  const moveTasksAndNotes = (document: WorkflowDocument) => {
    const noted = notes ? placeNotes(document, notes.corners, args.into.container, notes.origin) : ok(document);
    if (!noted.ok) return noted;
    const moved = moveInto(noted.value, args);
    if (!moved.ok) return moved;
    made = moved.value;
    const now = args.taskPaths.flatMap((taskPath) => moved.value.taskPaths.get(taskPath) ?? []);
    const [first] = now;
    const inserted =
      edge && first !== undefined ? insertOnEdgeAt(made.document, { task: first, ...edge }) : ok(made.document);
    if (!inserted.ok) return inserted;
    return ok(
      isFree ? growAroundTask(document, inserted.value, first) : settleTasks(document, inserted.value, now, edge),
    );
  };
  const result = await stores.document.actions.dispatch(keepPlaces(moveTasksAndNotes), label, mark);
  if (!result.ok) {
    refuseMove(stores, args, how, result.error.message);
    return false;
  }
  const now = [...(made?.taskPaths.values() ?? [])];
  if (reveal) showParts(stores, now);
  else selectTasks(stores.view, [...now, ...noteKeys]);
  tellLost(stores, made?.lost ?? [], mark);
  return true;
}

/** The containers around a task that stays where it was put push aside what they would cover. */
function growAroundTask(
  before: WorkflowDocument,
  after: WorkflowDocument,
  taskPath: TaskPath | undefined,
): WorkflowDocument {
  const container = taskPath === undefined ? undefined : findContainerPath(taskPath);
  return container === undefined ? after : settleTasks(before, after, [container]);
}

/** Says why tasks cannot be moved; where a slot is taken, offers to replace the task in it. */
function refuseMove(stores: AppStores, args: MoveInto, how: HowToMove, detail: string): void {
  const { document } = stores.document.getState();
  const occupant = args.taskPaths.length === 1 ? findOccupant(document, args.into) : undefined;
  notifyPerson({
    tone: 'error',
    title: 'Move: not done',
    detail,
    id: 'refused',
    about: 'workflow',
    ...(occupant !== undefined &&
      args.replace !== true && {
        action: { label: 'Replace it', run: () => void moveNow(stores, { ...args, replace: true }, how) },
      }),
  });
}

/** Tells of what a move could not keep; a dialog lists it with fixes. */
export function tellLost({ view }: AppStores, lost: readonly LostUse[], mark: string): void {
  if (lost.length === 0) return;
  notifyPerson({
    tone: 'paused',
    stays: true,
    id: 'lost-uses',
    title: lost.length === 1 ? 'One thing could not be kept' : `${lost.length} things could not be kept`,
    detail: 'A task reads or waits for what has no name where it is now.',
    action: { label: 'Show', run: () => openDialog(view, { name: 'lost-uses', lost, mark }) },
  });
}

/** Moves the selected steps or cases one position up or down; undefined tasks of graphs stay. */
export async function moveInList(stores: AppStores, by: -1 | 1): Promise<void> {
  const { document } = stores.document.getState();
  const taskPaths = selectOutermost(listSelectedPaths(stores));
  const places = taskPaths.map((taskPath) => findTaskPlace(document, taskPath));
  const [first] = places;
  if (first?.kind !== 'list' || places.some((place) => place.container !== first.container)) {
    const detail = 'Only steps of one sequence and cases of one condition have an order.';
    notifyPerson({ tone: 'error', title: 'Move: not done', detail, id: 'refused', about: 'workflow' });
    return;
  }
  const indexes = places.map((place) => (place.kind === 'list' ? place.index : 0));
  const index = by < 0 ? Math.min(...indexes) - 1 : Math.max(...indexes) + 2;
  const holder = locateTask(document, first.container)?.task;
  const end = holder && findEndPlace(holder, first.container);
  if (index < 0 || end?.kind !== 'list' || index > end.index) return;
  await moveNow(stores, { taskPaths, into: { ...first, index } }, { reveal: true });
}

/** Moves the selected tasks out of their container, beside it. */
export async function moveOut(stores: AppStores): Promise<void> {
  const { document } = stores.document.getState();
  const taskPaths = selectOutermost(listSelectedPaths(stores)).filter(
    (taskPath) => findContainerPath(taskPath) !== undefined,
  );
  const container = findContainerPath(taskPaths.at(-1) ?? '');
  if (container === undefined) return;
  const into = placeBeside(document, container);
  await moveNow(stores, { taskPaths, into, positions: placeRowBeside(stores, taskPaths, container) }, { reveal: true });
}

/** Moves tasks into a container or, if it is none or full, beside the task. */
export async function moveTo(stores: AppStores, taskPaths: readonly TaskPath[], target: TaskPath): Promise<void> {
  const { document } = stores.document.getState();
  const task = locateTask(document, target)?.task;
  const into = (task && findEndPlace(task, target)) ?? placeBeside(document, target);
  const positions =
    into.container === target ? placeRowBelow(stores, taskPaths, target) : placeRowBeside(stores, taskPaths, target);
  await moveNow(stores, { taskPaths, into, positions }, { reveal: true });
}

/** Positions one after the other right of a task, in its container. */
function placeRowBeside(
  stores: AppStores,
  taskPaths: readonly TaskPath[],
  target: TaskPath,
): ReadonlyMap<TaskPath, Point> {
  const box = computeBoxesAround(stores.document.getState().document, target).get(target);
  return placeInRow(stores, taskPaths, box ? [box.at[0] + box.width + taskGap.x, box.at[1]] : [0, 0]);
}

/** Positions one after the other below what is in a container. */
function placeRowBelow(
  stores: AppStores,
  taskPaths: readonly TaskPath[],
  target: TaskPath,
): ReadonlyMap<TaskPath, Point> {
  const boxes = computeBoxesAround(stores.document.getState().document, target);
  const [left, top] = computeContentOrigin(boxes, target);
  const bounds = computeBounds([...boxes.values()].filter(({ taskPath }) => findContainerPath(taskPath) === target));
  return placeInRow(stores, taskPaths, bounds ? [bounds.x - left, bounds.y - top + bounds.height + 24] : [0, 0]);
}

function placeInRow(stores: AppStores, taskPaths: readonly TaskPath[], [x, y]: Point): ReadonlyMap<TaskPath, Point> {
  const boxes = computeBoxesAround(stores.document.getState().document, taskPaths[0]);
  let left = x;
  return new Map(
    taskPaths.map((taskPath) => {
      const at: Point = [left, y];
      left += (boxes.get(taskPath)?.width ?? nodeWidth) + 24;
      return [taskPath, at] as const;
    }),
  );
}
