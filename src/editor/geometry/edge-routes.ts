import { findFunctionName } from '@/workflow/function-path';
import type { Box, Boxes } from './boxes';
import type { DrawnEdge } from './edges';
import { computeEdgeEnds, isTouching, type Rect } from './node-geometry';
import { type EdgeRoute, routeEdge } from './route-edge';

/** Side of a cell of the index, in pixels of the canvas. */
const cell = 256;
/** How many changes are remembered: after more of them, all routes are looked at anew. */
const mostChanges = 64;
let versions = 0;

/**
 * What edges go around: the boxes of a canvas, found by where they are, and what of them has changed lately. It follows
 * the boxes from edit to edit, so that a route is found again only where something near it has moved.
 */
export class Obstacles {
  #boxes: Boxes = new Map();
  readonly #cells = new Map<number, Box[]>();
  #changes: { readonly version: number; readonly rect: Rect }[] = [];
  /** Routes that are older are not known to hold. */
  #oldest = 0;
  #version = 0;

  /** The number of the present state. */
  get version(): number {
    return this.#version;
  }

  /** Takes over other boxes. Those that are the same objects stay as they are. */
  follow(boxes: Boxes): void {
    if (boxes === this.#boxes) return;
    versions += 1;
    this.#version = versions;
    const before = this.#boxes;
    let kept = 0;
    for (const [taskPath, box] of boxes) {
      const was = before.get(taskPath);
      if (was !== undefined) kept += 1;
      if (was === box) continue;
      if (was !== undefined) this.#change(was, 'remove');
      this.#change(box, 'add');
    }
    if (kept < before.size) for (const [taskPath, box] of before) if (!boxes.has(taskPath)) this.#change(box, 'remove');
    this.#boxes = boxes;
    const dropped = this.#changes.at(-mostChanges - 1);
    if (dropped === undefined) return;
    this.#oldest = dropped.version;
    this.#changes = this.#changes.slice(-mostChanges);
  }

  #change(box: Box, how: 'add' | 'remove'): void {
    this.#changes.push({ version: this.#version, rect: box });
    for (const key of listCells(box)) {
      const held = this.#cells.get(key) ?? [];
      this.#cells.set(key, how === 'add' ? [...held, box] : held.filter((one) => one !== box));
    }
  }

  /** Whether nothing has changed in a rectangle since a version. */
  isAsAt(version: number, rect: Rect): boolean {
    if (version === this.#version) return true;
    if (version <= this.#oldest) return false;
    return this.#changes.every((change) => change.version <= version || !isTouching(change.rect, rect));
  }

  /** Whether a box touches a rectangle. */
  hasAny(rect: Rect): boolean {
    for (const key of listCells(rect))
      if (this.#cells.get(key)?.some((box) => isTouching(box, rect)) === true) return true;
    return false;
  }

  /** The boxes that touch a rectangle. */
  findIn(rect: Rect): readonly Box[] {
    const found = new Set<Box>();
    for (const key of listCells(rect))
      for (const box of this.#cells.get(key) ?? []) if (isTouching(box, rect)) found.add(box);
    return [...found];
  }
}

function* listCells({ x, y, width, height }: Rect): Iterable<number> {
  const [right, bottom] = [Math.floor((x + width) / cell), Math.floor((y + height) / cell)];
  for (let column = Math.floor(x / cell); column <= right; column += 1)
    for (let row = Math.floor(y / cell); row <= bottom; row += 1) yield column * 1_000_003 + row;
}

/** What the edges of the workflow, and of a function, go around. */
const followed = { workflow: new Obstacles(), function: new Obstacles() };

/** What edges among these boxes go around. Of a drag these are the boxes as they were before it. */
export function getObstacles(boxes: Boxes): Obstacles {
  const [first = ''] = boxes.keys();
  const obstacles = followed[findFunctionName(first) === undefined ? 'workflow' : 'function'];
  obstacles.follow(boxes);
  return obstacles;
}

interface KnownRoute extends EdgeRoute {
  readonly from: Box;
  readonly to: Box;
  readonly version: number;
}

const known = new WeakMap<DrawnEdge, KnownRoute>();

/**
 * How an edge runs. That of a task that is dragged is the plain curve, until the task lies where it is dropped. The
 * same object while nothing near it has moved.
 */
export function findRoute(edge: DrawnEdge, from: Box, to: Box, obstacles: Obstacles): EdgeRoute {
  if (from.isLifted || to.isLifted) return { corners: undefined, frame: from };
  const seen = known.get(edge);
  if (seen?.from === from && seen.to === to && obstacles.isAsAt(seen.version, seen.frame)) {
    if (seen.version !== obstacles.version) known.set(edge, { ...seen, version: obstacles.version });
    return seen;
  }
  const { start, end } = computeEdgeEnds(from, to, edge.endY);
  const { source, target } = edge;
  // Not the ends themselves, what is in them, and what they are in.
  const isStranger = ({ taskPath }: Box) =>
    !isWithin(taskPath, source) && !isWithin(taskPath, target) && !isWithin(source, taskPath);
  const route = routeEdge(start, end, [from, to], (rect) => obstacles.findIn(rect).filter(isStranger));
  const found = { ...route, from, to, version: obstacles.version };
  known.set(edge, found);
  return found;
}

/** Whether a task is another, or in it. */
function isWithin(taskPath: string, container: string): boolean {
  return taskPath.startsWith(container) && (taskPath.length === container.length || taskPath[container.length] === '/');
}
