import type { Layout, Point } from '@/workflow/document';
import { buildPartPath, listParts, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';
import type { PartRole } from '@/workflow/tasks/parts';
import { computeLeastPosition, findCaption, layOutParts } from './lay-out-parts';
import { addContainers, listLayoutDifferences } from './layout-difference';
import {
  containerHead,
  containerLeastWidth,
  containerPadding,
  foldRoom,
  nodeHeight,
  nodeWidth,
  type Positions,
} from './node-geometry';
import { groupNotesByContainer, type RectsByContainer } from './note-rect';

/** What determines the positions of tasks. */
export interface Placing {
  readonly layout: Layout | undefined;
  readonly collapsed: ReadonlySet<TaskPath>;
  readonly notes: RectsByContainer;
  readonly drag: Positions;
}

/** The size of a drawn task, in pixels of the canvas, and its content if it is an open container. */
export interface BoxSize {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly InnerPart[] | undefined;
}

/** A task with its size, before it has a position on the canvas. */
export interface SizedTask extends BoxSize {
  readonly taskPath: TaskPath;
  /** The last segment of its path. */
  readonly segment: string;
  readonly task: Task;
  readonly role: PartRole | undefined;
  readonly caption: string | undefined;
}

interface InnerPart extends SizedTask {
  readonly at: Point;
}

const closed: BoxSize = { width: nodeWidth, height: nodeHeight, parts: undefined };
const nothing: ReadonlySet<TaskPath> = new Set();
const collapsedIn = new WeakMap<Layout, ReadonlySet<TaskPath>>();
const sizes = new WeakMap<
  Task,
  { readonly taskPath: TaskPath; readonly layout: Layout | undefined; readonly size: BoxSize }
>();

/** The positions of a layout, overridden by those of a drag. */
export function createPlacing(layout: Layout | undefined, drag: Positions): Placing {
  const notes = groupNotesByContainer(layout?.notes);
  if (layout?.collapsed === undefined) return { layout, collapsed: nothing, notes, drag };
  const collapsed = collapsedIn.get(layout) ?? new Set(layout.collapsed);
  collapsedIn.set(layout, collapsed);
  return { layout, collapsed, notes, drag };
}

/** The task of the document at a path, with its size. */
export function measureTask(task: Task, taskPath: TaskPath, placing: Placing): SizedTask {
  return {
    taskPath,
    segment: taskPath,
    task,
    role: undefined,
    caption: undefined,
    ...computeSize(task, taskPath, placing),
  };
}

/** The size of a task. That of a container is computed again if the layout or a drag changes something in it. */
function computeSize(task: Task, taskPath: TaskPath, placing: Placing): BoxSize {
  const parts = listParts(task);
  if (parts.length === 0 || placing.collapsed.has(taskPath)) return closed;
  const seen = sizes.get(task);
  const isDragged = isDraggedIn(taskPath, placing.drag);
  const isAsSeen =
    seen?.taskPath === taskPath &&
    !isDragged &&
    !addContainers(listLayoutDifferences(seen.layout, placing.layout)).has(taskPath);
  const size = isAsSeen ? seen.size : computeContainerSize(task, taskPath, placing);
  if (!isDragged && !(isAsSeen && seen.layout === placing.layout))
    sizes.set(task, { taskPath, layout: placing.layout, size });
  return size;
}

function isDraggedIn(taskPath: TaskPath, drag: Positions): boolean {
  if (drag.size === 0) return false;
  const within = `${taskPath}/`;
  for (const dragged of drag.keys()) if (dragged.startsWith(within)) return true;
  return false;
}

function computeContainerSize(task: Task, taskPath: TaskPath, placing: Placing): BoxSize {
  const sized = listParts(task).map(({ task: part, position: { role, segment } }) => {
    const inside = buildPartPath(taskPath, segment);
    return { segment, role, task: part, taskPath: inside, ...computeSize(part, inside, placing) };
  });
  const arranged = layOutParts(task, sized);
  const parts = sized.map((part) => {
    const least = computeLeastPosition(task, part);
    const [x, y] = getPosition(placing.layout, part.taskPath) ?? arranged.get(part.segment) ?? least;
    const kept: Point = [Math.max(x, least[0]), Math.max(y, least[1])];
    // While it is dragged, a task may leave its container, which keeps its size.
    return { ...part, kept, at: placing.drag.get(part.taskPath) ?? kept, caption: findCaption(task, part) };
  });
  const notes = placing.notes.get(taskPath) ?? [];
  const right = Math.max(...parts.map(({ kept, width }) => kept[0] + width), ...notes.map(({ x, width }) => x + width));
  const bottom = Math.max(
    ...parts.map(({ kept, height }) => kept[1] + height),
    ...notes.map(({ y, height }) => y + height),
  );
  const below = task.type === 'reduce' ? foldRoom : 0;
  return {
    width: Math.max(right + 2 * containerPadding, containerLeastWidth),
    height: containerHead + bottom + below + 2 * containerPadding,
    parts,
  };
}

/** The position that a layout gives a task; undefined if it has none. */
export function getPosition(layout: Layout | undefined, taskPath: TaskPath): Point | undefined {
  const tasks = layout?.tasks;
  return tasks && Object.hasOwn(tasks, taskPath) ? tasks[taskPath] : undefined;
}

/** Whether two tasks, with everything inside them, are drawn the same, wherever they are. */
export function isDrawnAlike(a: SizedTask, b: SizedTask): boolean {
  return (
    a.taskPath === b.taskPath &&
    a.role === b.role &&
    a.caption === b.caption &&
    a.width === b.width &&
    a.height === b.height &&
    a.task.type === b.task.type &&
    a.task.disabled === b.task.disabled &&
    hasPartsAlike(a.parts, b.parts)
  );
}

function hasPartsAlike(a: BoxSize['parts'], b: BoxSize['parts']): boolean {
  if (a === undefined || b === undefined) return a === b;
  return (
    a.length === b.length &&
    a.every((part, index) => {
      const other = b[index];
      return (
        other !== undefined && part.at[0] === other.at[0] && part.at[1] === other.at[1] && isDrawnAlike(part, other)
      );
    })
  );
}
