import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { createMark } from '@/state/edit-history';
import { selectTasks } from '@/state/view/canvas';
import { openDialog } from '@/state/view/screens';
import { nextTask } from '@/ui/next-task';
import { notify } from '@/ui/overlay/toast';
import { insertOnEdgeAt } from '@/workflow/commands/edges/insert-on-edge';
import { addInto } from '@/workflow/commands/places/add-into';
import type { LostUse } from '@/workflow/commands/places/keep-uses';
import { type MovedTasks, type MoveInto, moveInto } from '@/workflow/commands/places/move-into';
import { endPlaceOf, occupantOf, placeBeside, placeOf, type TaskPlace } from '@/workflow/commands/places/task-place';
import { roomInFunction } from '@/workflow/commands/structure/room-in-function';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { isNoteKey } from '@/workflow/notes';
import { containerPath, locateTask, outermost, type TaskPath } from '@/workflow/task-path';
import { type TaskType, taskTraits } from '@/workflow/tasks';
import { type Boxes, boxesAround } from '../geometry/boxes';
import { keepPlaces } from '../geometry/keep-places';
import { boundsOf, nodeHeight, nodeWidth, taskGap } from '../geometry/node-geometry';
import { contentOrigin, placeAt } from '../geometry/place-at';
import { settle } from '../geometry/settle';
import type { AddAt, Neighbours } from './add-at';
import { canvasOf } from './canvas-handle';
import { countParts, edit, selectedPaths } from './edit';
import { dropNotes, placedNotes } from './note-edits';
import { boxesNow, inside, placeForNew, positionBeside, shownRoot, showParts, within } from './places-now';

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
  const boxes = boxesNow(stores);
  const neighbour = after ?? before;
  const pointer = where.middle ?? (where.into || where.toSelection ? undefined : canvasOf(stores.view)?.pointer());
  const into: TaskPlace =
    neighbour !== undefined
      ? { kind: 'graph', container: containerPath(neighbour) }
      : (where.into ?? (pointer ? placeAt(now, boxes, pointer, [], shownRoot(stores)) : placeForNew(stores)));
  const origin = contentOrigin(boxes, into.container);
  const wanted: Point = pointer
    ? within([pointer[0] - nodeWidth / 2, pointer[1] - nodeHeight / 2], origin)
    : positionBeside(stores, into.container);
  const at = inside(wanted, into.container);
  const between = after !== undefined && before !== undefined ? { from: after, to: before } : undefined;
  let added: TaskPath | undefined;
  const done = await edit(
    stores,
    (document) => {
      const room = roomInFunction(document, into, isLeftOf(boxes, into, pointer));
      const made = addInto(room.document, { type, into: room.into, at, after, before });
      if (!made.ok) return made;
      added = made.value.taskPath;
      return ok(settle(document, made.value.document, [added], between));
    },
    `Add ${taskTraits[type].label.toLowerCase()} task`,
  );
  if (!done || added === undefined) return;
  // What it draws is drawn before the form of the task is.
  if (boxes.size > manyBoxes) await nextTask();
  showParts(stores, [added]);
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
  const origin = contentOrigin(boxesNow(stores), into.container);
  const positions = new Map(
    [...corners].map(([taskPath, at]) => [taskPath, inside(within(at, origin), into.container)] as const),
  );
  const taskPaths = [...corners.keys()].filter((key) => !isNoteKey(key));
  if (taskPaths.length === 0) {
    await dropNotes(stores, corners, into.container);
    return;
  }
  const isInPlace = taskPaths.every((taskPath) => containerPath(taskPath) === into.container);
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
export async function moveNow(stores: AppStores, args: MoveInto, how: HowToMove = {}): Promise<boolean> {
  const { edge, isFree = false, reveal = false, notes } = how;
  const noteKeys = [...(notes?.corners.keys() ?? [])].filter(isNoteKey);
  const label = `Move ${countParts(args.taskPaths.length, noteKeys.length)}`;
  const mark = createMark();
  let made: MovedTasks | undefined;
  const command = (document: WorkflowDocument) => {
    const noted = notes ? placedNotes(document, notes.corners, args.into.container, notes.origin) : ok(document);
    if (!noted.ok) return noted;
    const moved = moveInto(noted.value, args);
    if (!moved.ok) return moved;
    made = moved.value;
    const now = args.taskPaths.flatMap((taskPath) => moved.value.taskPaths.get(taskPath) ?? []);
    const [first] = now;
    const inserted =
      edge && first !== undefined ? insertOnEdgeAt(made.document, { task: first, ...edge }) : ok(made.document);
    if (!inserted.ok) return inserted;
    return ok(isFree ? grown(document, inserted.value, first) : settle(document, inserted.value, now, edge));
  };
  const result = await stores.document.actions.dispatch(keepPlaces(command), label, mark);
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
function grown(before: WorkflowDocument, after: WorkflowDocument, taskPath: TaskPath | undefined): WorkflowDocument {
  const container = taskPath === undefined ? undefined : containerPath(taskPath);
  return container === undefined ? after : settle(before, after, [container]);
}

/** Says why tasks cannot be moved; where a slot is taken, offers to replace the task in it. */
function refuseMove(stores: AppStores, args: MoveInto, how: HowToMove, detail: string): void {
  const { document } = stores.document.getState();
  const occupant = args.taskPaths.length === 1 ? occupantOf(document, args.into) : undefined;
  notify({
    tone: 'error',
    title: 'Move: not done',
    detail,
    id: 'refused',
    ...(occupant !== undefined &&
      args.replace !== true && {
        action: { label: 'Replace it', run: () => void moveNow(stores, { ...args, replace: true }, how) },
      }),
  });
}

/** Tells of what a move could not keep; a dialog lists it with fixes. */
export function tellLost({ view }: AppStores, lost: readonly LostUse[], mark: string): void {
  if (lost.length === 0) return;
  notify({
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
  const taskPaths = outermost(selectedPaths(stores));
  const places = taskPaths.map((taskPath) => placeOf(document, taskPath));
  const [first] = places;
  if (first?.kind !== 'list' || places.some((place) => place.container !== first.container)) {
    const detail = 'Only steps of one sequence and cases of one condition have an order.';
    notify({ tone: 'error', title: 'Move: not done', detail, id: 'refused' });
    return;
  }
  const indexes = places.map((place) => (place.kind === 'list' ? place.index : 0));
  const index = by < 0 ? Math.min(...indexes) - 1 : Math.max(...indexes) + 2;
  const holder = locateTask(document, first.container)?.task;
  const end = holder && endPlaceOf(holder, first.container);
  if (index < 0 || end?.kind !== 'list' || index > end.index) return;
  await moveNow(stores, { taskPaths, into: { ...first, index } }, { reveal: true });
}

/** Moves the selected tasks out of their container, beside it. */
export async function moveOut(stores: AppStores): Promise<void> {
  const { document } = stores.document.getState();
  const taskPaths = outermost(selectedPaths(stores)).filter((taskPath) => containerPath(taskPath) !== undefined);
  const container = containerPath(taskPaths.at(-1) ?? '');
  if (container === undefined) return;
  const into = placeBeside(document, container);
  await moveNow(stores, { taskPaths, into, positions: rowBeside(stores, taskPaths, container) }, { reveal: true });
}

/** Moves tasks into a container or, if it is none or full, beside the task. */
export async function moveTo(stores: AppStores, taskPaths: readonly TaskPath[], target: TaskPath): Promise<void> {
  const { document } = stores.document.getState();
  const task = locateTask(document, target)?.task;
  const into = (task && endPlaceOf(task, target)) ?? placeBeside(document, target);
  const positions =
    into.container === target ? rowBelow(stores, taskPaths, target) : rowBeside(stores, taskPaths, target);
  await moveNow(stores, { taskPaths, into, positions }, { reveal: true });
}

/** Positions one after the other right of a task, in its container. */
function rowBeside(stores: AppStores, taskPaths: readonly TaskPath[], target: TaskPath): ReadonlyMap<TaskPath, Point> {
  const box = boxesAround(stores.document.getState().document, target).get(target);
  return inRow(stores, taskPaths, box ? [box.at[0] + box.width + taskGap.x, box.at[1]] : [0, 0]);
}

/** Positions one after the other below what is in a container. */
function rowBelow(stores: AppStores, taskPaths: readonly TaskPath[], target: TaskPath): ReadonlyMap<TaskPath, Point> {
  const boxes = boxesAround(stores.document.getState().document, target);
  const [left, top] = contentOrigin(boxes, target);
  const bounds = boundsOf([...boxes.values()].filter(({ taskPath }) => containerPath(taskPath) === target));
  return inRow(stores, taskPaths, bounds ? [bounds.x - left, bounds.y - top + bounds.height + 24] : [0, 0]);
}

function inRow(stores: AppStores, taskPaths: readonly TaskPath[], [x, y]: Point): ReadonlyMap<TaskPath, Point> {
  const boxes = boxesAround(stores.document.getState().document, taskPaths[0]);
  let left = x;
  return new Map(
    taskPaths.map((taskPath) => {
      const at: Point = [left, y];
      left += (boxes.get(taskPath)?.width ?? nodeWidth) + 24;
      return [taskPath, at] as const;
    }),
  );
}
