import type { Box } from '../../geometry/boxes';
import type { Obstacles } from '../../geometry/edge-routes';
import { containerPadding, type Rect } from '../../geometry/node-geometry';

/** From this zoom on tasks are bars with names; below it they are blocks in the colour of their status. */
export const barZoom = 0.25;
/** The height of a bar that has room for it, how far one grows, and what it keeps free, in pixels of the screen. */
const bar = { height: 24, width: 120, before: 16, between: 4, least: 8 } as const;
/** The ring in a bar, and the width from which each bar has one. */
export const ring = { size: 12, from: 96 } as const;
/** The height of a name, and the strip at the top of a container that its name has for itself. */
export const nameHeight = 11;
const headStrip = 14;
/** How far a bar reaches from its middle line at the most: a little more than half of it, if it has to make way. */
const mostHalf = bar.height / 2 + 2;
/** The most that a bar, and its row, take up on the canvas: at the smallest zoom that has bars. */
const reach = {
  right: (bar.width + bar.before) / barZoom,
  bar: bar.height / barZoom,
  row: (bar.height + bar.between) / barZoom,
} as const;

/** How far a bar can reach, on the canvas, from its left edge and from its middle line. */
interface BarRoom {
  /** To the next thing at its right that it must keep off, and to the border of its container. */
  readonly right: number;
  readonly inside: number;
  /** To the middle between it and what lies above or below, or to its edge. */
  readonly up: number;
  readonly down: number;
  /** To the upper edge of its container, whose name lies there. */
  readonly head: number;
}

interface KnownRoom {
  readonly version: number;
  readonly room: BarRoom;
}

const known = new WeakMap<Box, KnownRoom>();

/** The part of the canvas in which something may be in the way of a bar. */
function computeReach({ x, y, width, height }: Rect): Rect {
  return { x, y: y + height / 2 - reach.row, width: Math.max(width, reach.right), height: 2 * reach.row };
}

/** The room around a bar. It is looked for again only when something near it has changed. */
function findRoom(box: Box, obstacles: Obstacles): BarRoom {
  const seen = known.get(box);
  const around = computeReach(box);
  if (seen !== undefined && obstacles.isAsAt(seen.version, around)) {
    if (seen.version !== obstacles.version) known.set(box, { ...seen, version: obstacles.version });
    return seen.room;
  }
  const room = computeRoom(box, obstacles.findIn(around));
  known.set(box, { version: obstacles.version, room });
  return room;
}

function computeRoom({ taskPath, x, y, width, height }: Box, near: readonly Box[]): BarRoom {
  const middle = y + height / 2;
  let right = Number.POSITIVE_INFINITY;
  let [inside, up, down, head] = [right, right, right, right];
  for (const other of near) {
    if (other.taskPath === taskPath) continue;
    const top = other.y - middle;
    const bottom = top + other.height;
    if (taskPath.startsWith(`${other.taskPath}/`)) {
      inside = Math.min(inside, other.x + other.width - containerPadding - x);
      head = Math.min(head, -top);
      down = Math.min(down, bottom);
      continue;
    }
    const between = (top + bottom) / 2;
    if (other.x >= x + width) {
      // Both bars may be higher than their tasks.
      const overlaps = other.open ? top < reach.bar / 2 && bottom > -reach.bar / 2 : Math.abs(between) < reach.bar;
      if (overlaps) right = Math.min(right, other.x - x);
    } else if (other.x + other.width > x) {
      // Of a container that it lies on it takes no notice.
      if (between <= 0 && !(other.open && bottom > 0)) up = Math.min(up, other.open ? -bottom : -between / 2);
      if (between >= 0 && !(other.open && top < 0)) down = Math.min(down, other.open ? top : between / 2);
    }
  }
  return { right, inside, up, down, head };
}

/**
 * The bar of a task, in pixels of the screen from the canvas's origin: as wide as the task, and wider where there is
 * free space at its right. Bars with room for a name never cover each other. `end`: where on the canvas it must end.
 */
export function computeBar(box: Box, zoom: number, obstacles: Obstacles, end = Number.POSITIVE_INFINITY): Rect {
  const room = findRoom(box, obstacles);
  const free = Math.min(
    room.right * zoom - bar.before,
    (end - box.x) * zoom - bar.before,
    room.inside * zoom,
    bar.width,
  );
  const width = Math.max(box.width * zoom, free);
  const middle = (box.y + box.height / 2) * zoom;
  const keep = bar.between / 2;
  const up = Math.min(room.up * zoom - keep, room.head * zoom - headStrip, mostHalf);
  const down = Math.min(room.down * zoom - keep, mostHalf);
  const height = Math.max(bar.least, Math.min(bar.height, up + down));
  const top = Math.max(middle - up, Math.min(middle - height / 2, middle + down - height));
  return { x: box.x * zoom, y: top, width, height };
}

/**
 * Where a bar must end on the canvas: before what stands at the right of all tasks (`border`), and of a task in sight
 * before the edge of the view (`edge`).
 */
export function findBarEnd({ x, width }: Rect, edge: number, border = Number.POSITIVE_INFINITY): number {
  return x + width <= edge ? Math.min(edge, border) : border;
}

/** The place of a name, in pixels of the screen. */
export interface NamePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** Where the name of a bar stands; undefined: the bar is too low for one. */
export function placeBarName({ x, y, width, height }: Rect, hasRing: boolean): NamePlace | undefined {
  if (height < nameHeight) return undefined;
  const end = hasRing ? ring.size + 6 : 4;
  return { x: x + 8, y: y + (height - nameHeight) / 2, width: width - 8 - end };
}

/**
 * Where the name of an open container stands, in its upper left corner, before what lies over it there; undefined: it
 * has no room.
 */
export function placeHeadName(box: Box, zoom: number, obstacles: Obstacles, hasRing: boolean): NamePlace | undefined {
  const { taskPath, x, y, width } = box;
  const strip = { x, y: y - reach.bar / 2, width, height: headStrip / zoom + reach.bar };
  let right = x + width;
  for (const other of obstacles.findIn(strip)) {
    const isRelated = `${other.taskPath}/`.startsWith(`${taskPath}/`) || taskPath.startsWith(`${other.taskPath}/`);
    if (isRelated || !isOverHead(other, y * zoom, zoom, obstacles)) continue;
    // A bar always has its name.
    if (other.x <= x && !other.open) return undefined;
    // Of two containers that begin at one place the first has its name.
    if (other.x > x || (other.x === x && other.taskPath < taskPath)) right = Math.min(right, other.x);
  }
  const end = hasRing ? ring.size + 8 : 5;
  return { x: x * zoom + 5, y: y * zoom + 2, width: (right - x) * zoom - 5 - end };
}

/** Whether something lies over the head of a container that begins at `top`: a bar, or another container's head. */
function isOverHead(other: Box, top: number, zoom: number, obstacles: Obstacles): boolean {
  const { y, height } = other.open ? { y: other.y * zoom, height: headStrip } : computeBar(other, zoom, obstacles);
  return y < top + headStrip && y + height > top;
}
