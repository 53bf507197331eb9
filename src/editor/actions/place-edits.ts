import { ok } from '@/base/result';
import type { AppStores } from '@/state/context';
import { select } from '@/state/view-store';
import { notify } from '@/ui/overlay/toast';
import { insertOnEdgeAt } from '@/workflow/commands/edges/insert-on-edge';
import { addNotes } from '@/workflow/commands/notes';
import { addInto } from '@/workflow/commands/places/add-into';
import { copyInto } from '@/workflow/commands/places/copy-into';
import type { LostUse } from '@/workflow/commands/places/keep-uses';
import { type MovedTasks, type MoveInto, moveInto } from '@/workflow/commands/places/move-into';
import { endPlaceOf, occupantOf, placeBeside, placeOf, type TaskPlace } from '@/workflow/commands/places/task-place';
import { roomInFunction } from '@/workflow/commands/structure/room-in-function';
import type { Point, StickyNote, WorkflowDocument } from '@/workflow/document';
import { isNoteKey, noteByKey, noteKey } from '@/workflow/notes';
import { containerPath, locateTask, outermost, partPath, partsOf, type TaskPath } from '@/workflow/task-path';
import { type TaskType, taskTypeInfo } from '@/workflow/tasks';
import { type Boxes, boxesAround } from '../geometry/boxes';
import { boundsOf, nodeHeight, nodeWidth, type Rect, taskGap } from '../geometry/node-geometry';
import { noteRect } from '../geometry/note-rect';
import { contentOrigin, placeAt } from '../geometry/place-at';
import { boxesUnder } from '../geometry/root-boxes';
import { settle } from '../geometry/settle';
import type { AddAt, Neighbours } from './add-at';
import { canvasOf } from './canvas-handle';
import { countParts, edit, selectedNotes, selectedPaths } from './edit';
import { dropNotes, grownAround, placedNotes } from './note-edits';

// What adds, moves and copies tasks at any depth. It is loaded when it is first used.

const rootOf = ({ view }: AppStores): TaskPath | undefined => view.getState().root;
const boxesNow = (stores: AppStores) => boxesUnder(stores.document.getState().document, rootOf(stores));
const within = ([x, y]: Point, [left, top]: Point): Point => [x - left, y - top];

/** A position in a container, which is not outside of its content; the canvas itself has no border. */
function inside([x, y]: Point, container: TaskPath | undefined): Point {
  return container === undefined
    ? [Math.round(x), Math.round(y)]
    : [Math.max(0, Math.round(x)), Math.max(0, Math.round(y))];
}

/** The place for a task that nobody has aimed: in the selected container, else beside the selected task. */
export function placeForNew(stores: AppStores): TaskPlace {
  const { document } = stores.document.getState();
  const selected = selectedPaths(stores).at(-1) ?? rootOf(stores);
  const task = selected === undefined ? undefined : locateTask(document, selected)?.task;
  if (selected === undefined) return { kind: 'graph', container: undefined };
  if (task === undefined) return placeOf(document, selected);
  const end = endPlaceOf(task, selected);
  if (end !== undefined && occupantOf(document, end) === undefined) return end;
  return placeBeside(document, selected);
}

/** A position right of the selected task, else below everything in the container. */
function positionBeside(stores: AppStores, container: TaskPath | undefined): Point {
  const boxes = boxesNow(stores);
  const selected = selectedPaths(stores).filter((taskPath) => containerPath(taskPath) === container);
  const last = boxes.get(selected.at(-1) ?? '');
  if (last) return [last.at[0] + last.width + taskGap.x, last.at[1]];
  const [left, top] = contentOrigin(boxes, container);
  const bounds = boundsOf([...boxes.values()].filter(({ taskPath }) => containerPath(taskPath) === container));
  return bounds ? [bounds.x - left, bounds.y - top + bounds.height + taskGap.y] : [0, 0];
}

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
      : (where.into ?? (pointer ? placeAt(now, boxes, pointer, [], rootOf(stores)) : placeForNew(stores)));
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
    `Add ${taskTypeInfo[type].label.toLowerCase()} task`,
  );
  if (done && added !== undefined) show(stores, [added]);
}

/** Whether a point is left of the only task of a function. */
function isLeftOf(boxes: Boxes, into: TaskPlace, point: Point | undefined): boolean {
  const box = into.kind === 'slot' ? boxes.get(into.segment) : undefined;
  return box !== undefined && point !== undefined && point[0] < box.x + box.width / 2;
}

function show({ view }: AppStores, taskPaths: readonly TaskPath[]): void {
  select(view, taskPaths);
  view.setState({ reveal: { ids: taskPaths } });
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
  moves += 1;
  const mark = `move ${moves}`;
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
  const result = await stores.document.actions.dispatch(command, label, mark);
  if (!result.ok) {
    refuseMove(stores, args, how, result.error.message);
    return false;
  }
  const now = [...(made?.taskPaths.values() ?? [])];
  if (reveal) show(stores, now);
  else select(stores.view, [...now, ...noteKeys]);
  tellLost(stores, made?.lost ?? [], mark);
  return true;
}

let moves = 0;

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
    action: { label: 'Show', run: () => view.setState({ dialog: { name: 'lost-uses', lost, mark } }) },
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

/**
 * Puts copies of tasks and notes at a place, beside what is there. `boxes`: of what is copied, by the paths and keys in
 * the source.
 */
export async function putCopies(
  stores: AppStores,
  source: WorkflowDocument,
  boxes: ReadonlyMap<TaskPath, Rect>,
  where: { readonly into: TaskPlace; readonly corner: Point },
  verb: string,
): Promise<boolean> {
  const { into, corner } = where;
  const bounds = boundsOf(boxes.values());
  const [left, top] = bounds ? [bounds.x, bounds.y] : [0, 0];
  const [x, y] = inside(corner, into.container);
  const positions = new Map(
    [...boxes].map(([key, box]) => [key, [x + box.x - left, y + box.y - top] as [number, number]] as const),
  );
  const taskPaths = [...boxes.keys()].filter((key) => !isNoteKey(key));
  const notes = [...boxes.keys()].flatMap((key): StickyNote[] => {
    const note = noteByKey(source, key);
    if (note === undefined) return [];
    const { in: _before, ...alone } = note;
    const at = positions.get(key) ?? note.at;
    return [{ ...alone, at, ...(into.container !== undefined && { in: into.container }) }];
  });
  const ofTasks = new Map([...positions].filter(([key]) => !isNoteKey(key)));
  moves += 1;
  let made: MovedTasks | undefined;
  let keys: readonly string[] = [];
  const done = await edit(
    stores,
    (document) => {
      const room = roomInFunction(document, into);
      // The only task of a function is in a sequence now.
      const isWithin = source === document && room.document !== document;
      const copied =
        taskPaths.length === 0
          ? ok<MovedTasks>({ document, taskPaths: new Map(), lost: [] })
          : copyInto(room.document, {
              source: isWithin ? room.document : source,
              taskPaths: isWithin ? partPathsOf(room.document, room.into.container) : taskPaths,
              into: room.into,
              positions: ofTasks,
            });
      if (!copied.ok) return copied;
      made = copied.value;
      const settled = settle(document, made.document, [...made.taskPaths.values()]);
      const first = settled.layout?.notes?.length ?? 0;
      keys = notes.map((_, index) => noteKey(first + index));
      const [dx, dy] = settledBy(settled, made.taskPaths, positions);
      const beside = notes.map((note) => ({ ...note, at: [note.at[0] + dx, note.at[1] + dy] as [number, number] }));
      const noted = addNotes(settled, { notes: beside });
      return noted.ok ? ok(grownAround(settled, noted.value)) : noted;
    },
    `${verb} ${countParts(taskPaths.length, notes.length)}`,
    `copy ${moves}`,
  );
  if (!done || made === undefined) return false;
  show(stores, [...made.taskPaths.values(), ...keys]);
  tellLost(stores, made.lost, `copy ${moves}`);
  return true;
}

/** How far copies of tasks were moved from where they were wanted, so that they cover no others. */
function settledBy(
  { layout }: WorkflowDocument,
  taskPaths: ReadonlyMap<TaskPath, TaskPath>,
  wanted: ReadonlyMap<TaskPath, Point>,
): Point {
  for (const [from, to] of taskPaths) {
    const [at, first] = [layout?.tasks?.[to], wanted.get(from)];
    if (at && first) return [at[0] - first[0], at[1] - first[1]];
  }
  return [0, 0];
}

function partPathsOf(document: WorkflowDocument, container: TaskPath = ''): readonly TaskPath[] {
  const task = locateTask(document, container)?.task;
  return (task ? partsOf(task) : []).map(({ position }) => partPath(container, position.segment));
}

/** Where a paste goes: into the selected container or beside the selected task; without one under the pointer. */
export function placeForPaste(stores: AppStores, size: Rect | undefined, isOwnCopy: boolean) {
  const { document } = stores.document.getState();
  const boxes = boxesNow(stores);
  const selected = selectedPaths(stores).at(-1);
  const pointer = canvasOf(stores.view)?.pointer();
  const { width = nodeWidth, height = nodeHeight } = size ?? {};
  if (selected === undefined) {
    const middle = pointer ?? canvasOf(stores.view)?.place() ?? [width / 2, height / 2];
    const into = placeAt(document, boxes, middle, [], rootOf(stores));
    const corner = within([middle[0] - width / 2, middle[1] - height / 2], contentOrigin(boxes, into.container));
    return { into, corner };
  }
  // What was just copied and is still selected is meant as the neighbour, even if it is a container.
  const into = isOwnCopy ? placeBeside(document, selected) : placeForNew(stores);
  return { into, corner: positionBeside(stores, into.container) };
}

/** Copies the selected tasks and notes beside themselves: below those of a graph, after those of a list. */
export async function duplicateNow(stores: AppStores): Promise<void> {
  const { document } = stores.document.getState();
  const taskPaths = outermost(selectedPaths(stores));
  const notes = selectedNotes(stores);
  const last = taskPaths.at(-1);
  const firstNote = noteByKey(document, notes[0] ?? '');
  if (last === undefined && firstNote === undefined) return;
  const container = last === undefined ? firstNote?.in : containerPath(last);
  const beside = taskPaths.filter((taskPath) => containerPath(taskPath) === container);
  const all = boxesAround(document, last);
  const noted = notes.flatMap((key) => {
    const note = noteByKey(document, key);
    return note !== undefined && note.in === container ? [[key as string, noteRect(note)] as const] : [];
  });
  const boxes = new Map([...beside.flatMap((taskPath) => rectAt(all.get(taskPath)) ?? []), ...noted]);
  const bounds = boundsOf(boxes.values());
  const corner: Point = bounds ? [bounds.x, bounds.y + bounds.height + 24] : [0, 0];
  const into: TaskPlace = last === undefined ? { kind: 'graph', container } : placeBeside(document, last);
  await putCopies(stores, document, boxes, { into, corner }, 'Duplicate');
}

function rectAt(
  box: { readonly taskPath: TaskPath; readonly at: Point; readonly width: number; readonly height: number } | undefined,
) {
  if (!box) return undefined;
  const { taskPath, at, width, height } = box;
  return [[taskPath, { x: at[0], y: at[1], width, height }] as const];
}
