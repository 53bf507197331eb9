import { type Layout, type Point, taskIds, taskOf, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import { holderOf, type Place, partsOf, placeIn } from '@/workflow/place';
import type { Task } from '@/workflow/tasks';
import type { PartRole } from '@/workflow/tasks/parts';
import { arrangeParts, captionOf, leastPosition, waves } from './arrange-parts';
import {
  containerHead,
  containerLeastWidth,
  containerPadding,
  foldRoom,
  nodeHeight,
  nodeWidth,
  type Positions,
  type Rect,
  taskGap,
} from './node-geometry';

/** A task as it is drawn: where on the canvas, in its pixels at 100 % zoom. */
export interface Box extends Rect {
  readonly place: Place;
  readonly task: Task;
  /** What it is to the task that holds it; undefined for a task of the document. */
  readonly role: PartRole | undefined;
  /** How many tasks hold it. */
  readonly depth: number;
  /** Whether it is a container of which the parts are drawn. */
  readonly open: boolean;
  /** Its position as the layout has it: in the content of its container. */
  readonly at: Point;
  /** What is said over it. */
  readonly caption: string | undefined;
}

/** Everything that is drawn, each container before what is in it. */
export type Boxes = ReadonlyMap<Place, Box>;

const none: Positions = new Map();
const known = new WeakMap<WorkflowDocument, Boxes>();

/**
 * Where the tasks of a document are drawn, at any depth: from its layout, and tasks without a place there by themselves. Such
 * places are not part of the document until a task is moved. Worked out once for a document; `drag` stands above its layout.
 */
export function boxesOf(document: WorkflowDocument, drag: Positions = none): Boxes {
  const seen = drag.size === 0 ? known.get(document) : undefined;
  if (seen) return seen;
  const placing = placingOf(document.layout, drag);
  const tops = taskIds(document).map((id) => {
    const task = taskOf(document, id) as Task;
    return { segment: id, task, place: id, role: undefined, caption: undefined, ...sizeOf(task, id, placing) };
  });
  const positions = placeTasks(document, tops);
  const boxes = new Map<Place, Box>();
  for (const top of tops) put(boxes, top, drag.get(top.place) ?? positions.get(top.place) ?? [0, 0], [0, 0], 0);
  if (drag.size === 0) known.set(document, boxes);
  return boxes;
}

/** The boxes of the tasks of the document, without those within others. */
export function topBoxes(boxes: Boxes): Box[] {
  return [...boxes.values()].filter(({ depth }) => depth === 0);
}

/** The boxes of these places; of those in a folded container that container's. */
export function* boxesAt(boxes: Boxes, places: Iterable<Place>): Iterable<Box | undefined> {
  for (const place of places) yield boxes.get(shownPlace(boxes, place) ?? '');
}

/** The place itself, or the innermost folded container around it. */
export function shownPlace(boxes: Boxes, place: Place): Place | undefined {
  let at: Place | undefined = place;
  while (at !== undefined && !boxes.has(at)) at = holderOf(at);
  return at;
}

/** What decides where parts stand. */
interface Placing {
  readonly layout: Layout | undefined;
  readonly collapsed: ReadonlySet<Place>;
  readonly drag: Positions;
}

interface Size {
  readonly width: number;
  readonly height: number;
  readonly inner: Inner | undefined;
}
/** What is in an open container. */
interface Inner {
  readonly parts: readonly InnerPart[];
}
interface InnerPart extends Size {
  readonly segment: string;
  readonly place: Place;
  readonly task: Task;
  readonly role: PartRole | undefined;
  readonly at: Point;
  readonly caption: string | undefined;
}

const closed: Size = { width: nodeWidth, height: nodeHeight, inner: undefined };
const nothing: ReadonlySet<Place> = new Set();
const collapsedIn = new WeakMap<Layout, ReadonlySet<Place>>();

function placingOf(layout: Layout | undefined, drag: Positions): Placing {
  if (layout?.collapsed === undefined) return { layout, collapsed: nothing, drag };
  const collapsed = collapsedIn.get(layout) ?? new Set(layout.collapsed);
  collapsedIn.set(layout, collapsed);
  return { layout, collapsed, drag };
}

const sizes = new WeakMap<Task, { readonly place: Place; readonly layout: Layout | undefined; readonly size: Size }>();

/** The size of a task; of a container that is not being changed by a drag it is worked out once for a layout. */
function sizeOf(task: Task, place: Place, placing: Placing): Size {
  const parts = partsOf(task);
  if (parts.length === 0 || placing.collapsed.has(place)) return closed;
  const seen = sizes.get(task);
  if (seen?.place === place && seen.layout === placing.layout && !isDraggedIn(place, placing.drag)) return seen.size;
  const size = containerSize(task, place, placing);
  if (!isDraggedIn(place, placing.drag)) sizes.set(task, { place, layout: placing.layout, size });
  return size;
}

function isDraggedIn(place: Place, drag: Positions): boolean {
  if (drag.size === 0) return false;
  const within = `${place}/`;
  for (const dragged of drag.keys()) if (dragged.startsWith(within)) return true;
  return false;
}

function containerSize(task: Task, place: Place, placing: Placing): Size {
  const sized = partsOf(task).map(({ task: part, place: { role, segment } }) => {
    const inside = placeIn(place, segment);
    return { segment, role, task: part, place: inside, ...sizeOf(part, inside, placing) };
  });
  const arranged = arrangeParts(task, sized);
  const parts = sized.map((part) => {
    const least = leastPosition(task, part);
    const [x, y] = positionIn(placing, part.place) ?? arranged.get(part.segment) ?? least;
    const at: Point = [Math.max(x, least[0]), Math.max(y, least[1])];
    return { ...part, at, caption: captionOf(task, part) };
  });
  const right = Math.max(...parts.map(({ at, width }) => at[0] + width));
  const bottom = Math.max(...parts.map(({ at, height }) => at[1] + height));
  const below = task.type === 'reduce' ? foldRoom : 0;
  return {
    width: Math.max(right + 2 * containerPadding, containerLeastWidth),
    height: containerHead + bottom + below + 2 * containerPadding,
    inner: { parts },
  };
}

function positionIn({ layout, drag }: Placing, place: Place): Point | undefined {
  const dragged = drag.get(place);
  if (dragged) return dragged;
  const tasks = layout?.tasks;
  return tasks && Object.hasOwn(tasks, place) ? tasks[place] : undefined;
}

function put(boxes: Map<Place, Box>, part: Omit<InnerPart, 'at'>, at: Point, [left, top]: Point, depth: number): void {
  const { place, task, role, caption, width, height, inner } = part;
  const [x, y] = [left + at[0], top + at[1]];
  boxes.set(place, { place, task, role, caption, depth, at, x, y, width, height, open: inner !== undefined });
  const origin: Point = [x + containerPadding, y + containerHead + containerPadding];
  for (const one of inner?.parts ?? []) put(boxes, one, one.at, origin, depth + 1);
}

/** The positions of the tasks of the document: those without one go in a column for each wave, below what is placed. */
function placeTasks(
  document: WorkflowDocument,
  tops: readonly { readonly segment: string; readonly width: number; readonly height: number }[],
): Positions {
  const placing = placingOf(document.layout, none);
  const positions = new Map<string, Point>();
  const missing: (typeof tops)[number][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const top of tops) {
    const at = positionIn(placing, top.segment);
    if (at === undefined) missing.push(top);
    else {
      positions.set(top.segment, at);
      bottom = Math.max(bottom, at[1] + top.height);
    }
  }
  if (missing.length === 0) return positions;
  const above = Number.isFinite(bottom) ? bottom + 2 * taskGap.y : 0;
  for (const [id, [x, y]] of waves(missing, buildGraph(document).wave)) positions.set(id, [x, above + y]);
  return positions;
}
