import { findTopTask, type Point, type WorkflowDocument } from '@/workflow/document';
import { findFunctionName } from '@/workflow/function-path';
import { buildGraph, listJoints } from '@/workflow/graph/graph';
import type { TaskId } from '@/workflow/names';
import { findContainerPath, getRootPath, type TaskPath } from '@/workflow/task-path';
import { compareTaskRecords, listIds, type TaskRecord } from '@/workflow/task-record';
import type { Task } from '@/workflow/tasks';
import type { PartRole } from '@/workflow/tasks/parts';
import { findTasksOnCanvas } from '@/workflow/tasks-on-canvas';
import { arrangeLayers, type SizedBox } from './arrange-layers';
import { createPlacing, getPosition, isDrawnAlike, measureTask, type SizedTask } from './box-sizes';
import { isSamePoint, listLayoutDifferences } from './layout-difference';
import { containerHead, containerPadding, type Positions, type Rect, taskGap } from './node-geometry';

/**
 * The box of a task on the canvas, in pixels at 100 % zoom. It contains nothing that a change of a prompt or a name
 * affects, so that the boxes stay the same while these are edited.
 */
export interface Box extends Rect {
  readonly taskPath: TaskPath;
  readonly type: Task['type'];
  readonly isDisabled: boolean;
  /** Its role in its container; undefined for a task of the document. */
  readonly role: PartRole | undefined;
  /** The number of containers around it. */
  readonly depth: number;
  /** Whether it is a container whose parts are drawn. */
  readonly open: boolean;
  /** Whether it, or a container around it, is being dragged: then it is drawn above everything. */
  readonly isLifted: boolean;
  /** Its position as the layout stores it: within the content of its container. */
  readonly at: Point;
  /** The text above it. */
  readonly caption: string | undefined;
}

/** Everything that is drawn. Each container comes before its parts. */
export type Boxes = ReadonlyMap<TaskPath, Box>;

interface Drawn {
  readonly document: WorkflowDocument;
  readonly boxes: Boxes;
}

const none: Positions = new Map();
/** The boxes inside the open containers of the document itself. */
const contents = new WeakMap<Box, readonly Box[]>();
const known = new WeakMap<WorkflowDocument, Boxes>();
/** The latest results of the workflow and of a function: most edits move nothing. */
const newest: { workflow?: Drawn; function?: Drawn } = {};
let dragged: (Drawn & { readonly drag: Positions }) | undefined;

/**
 * The boxes of all tasks of a document, at any depth. Positions come from its layout; tasks without one are placed
 * automatically. Such a position is not part of the document until the task is moved. Returns the same object while
 * nothing is drawn differently. `drag` overrides the layout.
 */
export function computeBoxes(document: WorkflowDocument, drag: Positions = none): Boxes {
  if (drag.size > 0) {
    if (dragged?.document !== document || dragged.drag !== drag)
      dragged = { document, drag, boxes: drawBoxes(document, drag, { document, boxes: computeBoxes(document) }) };
    return dragged.boxes;
  }
  const boxes =
    known.get(document) ?? getBoxesBefore(document) ?? drawBoxes(document, none, newest[getDocumentKind(document)]);
  newest[getDocumentKind(document)] = { document, boxes };
  known.set(document, boxes);
  return boxes;
}

const functions = new WeakMap<TaskRecord, WorkflowDocument>();

/**
 * What a canvas draws that shows a task, as a document: the document itself, or the task of a function alone with the
 * positions in it. The same object while it is the same.
 */
export function getDrawnDocument(document: WorkflowDocument, taskPath: TaskPath | undefined): WorkflowDocument {
  const tasks = findTasksOnCanvas(document, taskPath);
  if (tasks === document.tasks) return document;
  const { layout } = document;
  const before = functions.get(tasks);
  if (before !== undefined && before.layout === layout) return before;
  const alone: WorkflowDocument = layout === undefined ? { tasks } : { tasks, layout };
  functions.set(tasks, alone);
  return alone;
}

/**
 * The boxes on the canvas that shows a task, as {@link computeBoxes}: of the document, or of the function that it is
 * in.
 */
export function computeBoxesAround(
  document: WorkflowDocument,
  taskPath: TaskPath | undefined,
  drag?: Positions,
): Boxes {
  return computeBoxes(getDrawnDocument(document, taskPath), drag);
}

function getDocumentKind({ tasks }: WorkflowDocument): keyof typeof newest {
  const [first = ''] = listIds(tasks);
  return findFunctionName(first) === undefined ? 'workflow' : 'function';
}

/** The boxes of the tasks of the document, without those inside others. */
export function listTopBoxes(boxes: Boxes): Box[] {
  return [...boxes.values()].filter(({ depth }) => depth === 0);
}

const counts = new WeakMap<Boxes, number>();

/** The number of {@link listTopBoxes}. */
export function countTopBoxes(boxes: Boxes): number {
  const known = counts.get(boxes);
  if (known !== undefined) return known;
  let count = 0;
  for (const { depth } of boxes.values()) if (depth === 0) count += 1;
  counts.set(boxes, count);
  return count;
}

/** The boxes of these tasks; for a task in a folded container, that container's box. */
export function* walkBoxesAt(boxes: Boxes, taskPaths: Iterable<TaskPath>): Iterable<Box | undefined> {
  for (const taskPath of taskPaths) yield boxes.get(findShownPath(boxes, taskPath) ?? '');
}

/** The task path itself, or that of the innermost folded container around it. */
export function findShownPath(boxes: Boxes, taskPath: TaskPath): TaskPath | undefined {
  let at: TaskPath | undefined = taskPath;
  while (at !== undefined && !boxes.has(at)) at = findContainerPath(at);
  return at;
}

function getBoxesBefore(document: WorkflowDocument): Boxes | undefined {
  const before = newest[getDocumentKind(document)];
  return before && isDrawnAsBefore(before.document, document) ? before.boxes : undefined;
}

function isDrawnAsBefore(before: WorkflowDocument, after: WorkflowDocument): boolean {
  // Tasks without a position are placed by wave.
  if (listLayoutDifferences(before.layout, after.layout).length > 0 || buildGraph(before) !== buildGraph(after))
    return false;
  const placing = createPlacing(after.layout, none);
  return compareTaskRecords(before.tasks, after.tasks).ids.every((id) => {
    const [was, is] = [findTopTask(before, id), findTopTask(after, id)];
    return was && is && isDrawnAlike(measureTask(was, id, placing), measureTask(is, id, placing));
  });
}

/** The boxes of a document. Those of tasks that are as `before`, at the same position, stay the same objects. */
function drawBoxes(document: WorkflowDocument, drag: Positions, before: Drawn | undefined): Boxes {
  const placing = createPlacing(document.layout, drag);
  const changed = before === undefined ? undefined : findChangedTops(before.document, document, drag);
  const tops: (Box | SizedTask)[] = [];
  for (const id of listIds(document.tasks)) {
    const box = changed === undefined || changed.has(id) ? undefined : before?.boxes.get(id);
    tops.push(box ?? measureTask(document.tasks[id] as Task, id, placing));
  }
  const placed = placeMissing(document, tops);
  const boxes = new Map<TaskPath, Box>();
  for (const top of tops) {
    const { taskPath } = top;
    const at = drag.get(taskPath) ?? getPosition(document.layout, taskPath) ?? placed.get(taskPath) ?? [0, 0];
    if ('depth' in top && isSamePoint(top.at, at)) {
      boxes.set(taskPath, top);
      for (const part of contents.get(top) ?? []) boxes.set(part.taskPath, part);
      continue;
    }
    const sized = 'depth' in top ? measureTask(document.tasks[taskPath as TaskId] as Task, taskPath, placing) : top;
    const inside: Box[] = [];
    const box = putBox({ boxes, drag, inside }, sized, at, [0, 0], 0, false);
    if (box.open) contents.set(box, inside);
  }
  return boxes;
}

/** The tasks of a document that are not as before, or have something in them that lies elsewhere. */
function findChangedTops(before: WorkflowDocument, after: WorkflowDocument, drag: Positions): ReadonlySet<string> {
  const changed = new Set<string>(compareTaskRecords(before.tasks, after.tasks).ids);
  for (const taskPath of listLayoutDifferences(before.layout, after.layout)) changed.add(getRootPath(taskPath));
  for (const taskPath of drag.keys()) changed.add(getRootPath(taskPath));
  return changed;
}

interface Putting {
  readonly boxes: Map<TaskPath, Box>;
  readonly drag: Positions;
  /** Collects the boxes below the top. */
  readonly inside: Box[];
}

function putBox(
  putting: Putting,
  sized: SizedTask,
  at: Point,
  [left, top]: Point,
  depth: number,
  isWithLifted: boolean,
): Box {
  const { taskPath, task, role, caption, width, height, parts } = sized;
  const { type, disabled: isDisabled = false } = task;
  const [x, y] = [left + at[0], top + at[1]];
  const open = parts !== undefined;
  const isLifted = isWithLifted || putting.drag.has(taskPath);
  const box = { taskPath, type, isDisabled, role, caption, depth, isLifted, at, x, y, width, height, open };
  putting.boxes.set(taskPath, box);
  if (depth > 0) putting.inside.push(box);
  const origin: Point = [x + containerPadding, y + containerHead + containerPadding];
  for (const part of parts ?? []) putBox(putting, part, part.at, origin, depth + 1, isLifted);
  return box;
}

/** Positions of the tasks without one: as *Tidy* lays them out, below those that have one. */
function placeMissing(document: WorkflowDocument, tops: readonly (Box | SizedTask)[]): Positions {
  const missing: SizedBox[] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const { taskPath, width, height } of tops) {
    const at = getPosition(document.layout, taskPath);
    if (at === undefined) missing.push({ segment: taskPath, width, height });
    else bottom = Math.max(bottom, at[1] + height);
  }
  if (missing.length === 0) return none;
  const above = Number.isFinite(bottom) ? bottom + 2 * taskGap.y : 0;
  const graph = buildGraph(document);
  const placed = arrangeLayers(missing, listJoints(graph), graph.wave);
  return new Map([...placed].map(([id, [x, y]]) => [id, [x, above + y]]));
}
