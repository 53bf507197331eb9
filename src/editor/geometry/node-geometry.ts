import type { Point } from '@/workflow/document';

/** Sizes on the canvas at 100 % zoom, in pixels (visual rules). Nothing on the canvas is measured in the browser. */
export const nodeWidth = 200;
/** Includes the footer, which every node has, so that no node changes its size when a run begins. */
export const nodeHeight = 74;
/** Distance of a port's centre from the upper edge of its node. It is the middle line of the head. */
export const portY = 18;
/** Diameter of the dot from which wires start, and of the dots of named ports, in pixels. */
export const portSize = 9;
export const namedPortSize = 5;
/** The strip of a node's left border that has its named ports, and the most that two of them are apart, in pixels. */
const namedPorts = { from: portY + 16, height: 34, gap: 16 } as const;
/** The most named ports whose names stand beside them: more are too close together. */
export const mostPortNames = 3;
/** Room under each node for streamed text, kept free by the layout so that the text covers no neighbour. */
const streamRoom = 36;
/**
 * Gaps between columns and between rows of tasks, in pixels: columns are 260 apart, and rows 110, with room for
 * streamed text.
 */
export const taskGap = { x: 60, y: streamRoom } as const;
/** An open container: the height of its head, the padding around its content, and its least width. */
export const containerHead = 36;
export const containerPadding = 16;
export const containerLeastWidth = 264;
/** Room above a part with a caption, such as the test of a case. */
export const captionRoom = 24;
/** Room at the left of the parts of a loop, for the feedback line. */
export const loopGutter = 44;
/** Room below a task that is folded into its own next turn, for the line back. */
export const foldRoom = 40;

/** Positions of tasks as the layout stores them: the upper left corner of each node. */
export type Positions = ReadonlyMap<string, Point>;

/** A rectangle, in pixels of the canvas. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A transform, as d3 calls it: screen = canvas × zoom + offset. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Whether a part of something on the canvas is within a canvas of a size in pixels of the screen. */
export function isInView(
  { x, y, width, height }: Rect,
  viewport: Viewport,
  size: { readonly width: number; readonly height: number },
): boolean {
  const { zoom } = viewport;
  const [left, top] = [x * zoom + viewport.x, y * zoom + viewport.y];
  return left < size.width && top < size.height && left + width * zoom > 0 && top + height * zoom > 0;
}

/**
 * Distance of a named port's centre from the upper edge of its node. Many of them are closer together, so that a node
 * has room for all.
 */
export function computeNamedPortY(index: number, count: number): number {
  return namedPorts.from + index * Math.min(namedPorts.gap, namedPorts.height / Math.max(count - 1, 1));
}

/**
 * The start and end of the edge between two nodes, on the outer side of the ports. `endY`: where it ends, in pixels
 * below the upper edge of its target.
 */
export function computeEdgeEnds(from: Rect, to: Rect, endY = portY): { readonly start: Point; readonly end: Point } {
  const size = endY === portY ? portSize : namedPortSize;
  return {
    start: [from.x + from.width + portSize / 2, from.y + portY],
    end: [to.x - size / 2, to.y + endY],
  };
}

/**
 * The two control points of an edge's curve. It leaves to the right and arrives from the left, and bends outwards if it
 * runs backwards.
 */
export function computeEdgeControls(start: Point, end: Point): readonly [Point, Point] {
  const distance = end[0] - start[0];
  const reach = distance >= 0 ? distance / 2 : 6 * Math.sqrt(-distance);
  return [
    [start[0] + reach, start[1]],
    [end[0] - reach, end[1]],
  ];
}

/** The curve of an edge as the `d` attribute of an SVG path. */
export function buildEdgePath(start: Point, end: Point): string {
  const [first, second] = computeEdgeControls(start, end);
  return `M${start[0]},${start[1]} C${first[0]},${first[1]} ${second[0]},${second[1]} ${end[0]},${end[1]}`;
}

/** The radius of the corners of an edge that goes around something, in pixels. */
const cornerRadius = 12;

/** A corner of a line, with where its bend begins and ends. */
export interface Bend {
  readonly from: Point;
  readonly at: Point;
  readonly to: Point;
}

/** The bends of a line with corners: rounder where there is room. */
export function listBends(corners: readonly Point[]): readonly Bend[] {
  return corners.slice(1, -1).map((at, index) => {
    const [before, after] = [corners[index] ?? at, corners[index + 2] ?? at];
    const [long, next] = [measureLength(before, at), measureLength(at, after)];
    const radius = Math.min(cornerRadius, long / 2, next / 2);
    return { from: moveTowards(at, before, radius, long), at, to: moveTowards(at, after, radius, next) };
  });
}

const measureLength = (a: Point, b: Point): number => Math.hypot(b[0] - a[0], b[1] - a[1]);

function moveTowards(from: Point, to: Point, by: number, length: number): Point {
  const part = length === 0 ? 0 : by / length;
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
}

/** The line of an edge with corners as the `d` attribute of an SVG path. */
export function buildCornersPath(corners: readonly Point[]): string {
  const [start = [0, 0], end = start] = [corners[0], corners.at(-1)];
  const bends = listBends(corners).map(({ from, at, to }) => `L${from.join()} Q${at.join()} ${to.join()}`);
  return [`M${start.join()}`, ...bends, `L${end.join()}`].join(' ');
}

/** The middle of an edge: of its line with corners, else of its curve. */
export function computeEdgeMiddle(start: Point, end: Point, corners: readonly Point[] | undefined): Point {
  if (corners === undefined) return [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  const lengths = corners.slice(1).map((at, index) => measureLength(corners[index] ?? at, at));
  let left = lengths.reduce((sum, length) => sum + length, 0) / 2;
  for (const [index, length] of lengths.entries()) {
    if (left <= length) return moveTowards(corners[index] ?? start, corners[index + 1] ?? end, left, length);
    left -= length;
  }
  return end;
}

/** The smallest rectangle that contains these; undefined if there are none. */
export function computeBounds(rects: Iterable<Rect | undefined>): Rect | undefined {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const rect of rects) {
    if (!rect) continue;
    left = Math.min(left, rect.x);
    top = Math.min(top, rect.y);
    right = Math.max(right, rect.x + rect.width);
    bottom = Math.max(bottom, rect.y + rect.height);
  }
  return left > right ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Whether two rectangles touch. */
export function isTouching(a: Rect, b: Rect): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/** Whether two rectangles are the same. */
export function isSameRect(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** The rectangle between two corners. */
export function createRectBetween(a: Point, b: Point): Rect {
  return {
    x: Math.min(a[0], b[0]),
    y: Math.min(a[1], b[1]),
    width: Math.abs(a[0] - b[0]),
    height: Math.abs(a[1] - b[1]),
  };
}
