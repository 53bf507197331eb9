import type { Point } from '@/workflow/document';

/** Measures of the canvas at 100 % zoom, in pixels (visual rules). Nothing on the canvas is measured in the browser. */
export const nodeWidth = 200;
/** With a foot, which every node has, so that nothing jumps when a run begins. */
export const nodeHeight = 74;
/** Middle of a port, below the upper edge of its node: the middle line of the head. */
export const portY = 18;
/** Diameter of the dot that wires start from, in pixels. */
export const portSize = 9;
/** What streams floats under its node: room that is kept there when tasks are laid out, so that it covers no neighbour. */
export const streamRoom = 36;
/** From one column of tasks to the next, in pixels. */
export const columnStep = 272;
/** From one row of tasks to the next, in pixels, with room for text that streams below a task. */
export const rowStep = nodeHeight + streamRoom + 32;

/** Positions of tasks: the left upper corner of each node. */
export type Positions = ReadonlyMap<string, Point>;

/** A box, in pixels of the canvas. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What d3 calls a transform: screen = canvas × zoom + offset. */
export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** Where the edge between two nodes starts and ends: on the outer side of the ports. */
export function edgeEnds(from: Point, to: Point): { readonly start: Point; readonly end: Point } {
  return {
    start: [from[0] + nodeWidth + portSize / 2, from[1] + portY],
    end: [to[0] - portSize / 2, to[1] + portY],
  };
}

/** The two control points of an edge's curve. It leaves to the right and arrives from the left, with a bow if it runs back. */
export function edgeControls(start: Point, end: Point): readonly [Point, Point] {
  const distance = end[0] - start[0];
  const reach = distance >= 0 ? distance / 2 : 6 * Math.sqrt(-distance);
  return [
    [start[0] + reach, start[1]],
    [end[0] - reach, end[1]],
  ];
}

/** The curve of an edge as the `d` of an SVG path. */
export function edgePath(start: Point, end: Point): string {
  const [first, second] = edgeControls(start, end);
  return `M${start[0]},${start[1]} C${first[0]},${first[1]} ${second[0]},${second[1]} ${end[0]},${end[1]}`;
}

/** The smallest rectangle that holds these nodes, or all; undefined if there is none. */
export function boundsOf(positions: Positions, ids: Iterable<string> = positions.keys()): Rect | undefined {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  for (const id of ids) {
    const at = positions.get(id);
    if (!at) continue;
    left = Math.min(left, at[0]);
    top = Math.min(top, at[1]);
    right = Math.max(right, at[0] + nodeWidth);
    bottom = Math.max(bottom, at[1] + nodeHeight);
  }
  return left > right ? undefined : { x: left, y: top, width: right - left, height: bottom - top };
}

/** The rectangle between two corners. */
export function rectBetween(a: Point, b: Point): Rect {
  return {
    x: Math.min(a[0], b[0]),
    y: Math.min(a[1], b[1]),
    width: Math.abs(a[0] - b[0]),
    height: Math.abs(a[1] - b[1]),
  };
}

/** The viewport that shows `bounds` in the middle of a canvas of this size, at most at 100 %. */
export function viewportFor(bounds: Rect, width: number, height: number, minZoom: number): Viewport {
  const margin = 48;
  const fit = Math.min((width - 2 * margin) / bounds.width, (height - 2 * margin) / bounds.height, 1);
  const zoom = Math.max(fit, minZoom);
  return {
    x: width / 2 - (bounds.x + bounds.width / 2) * zoom,
    y: height / 2 - (bounds.y + bounds.height / 2) * zoom,
    zoom,
  };
}
