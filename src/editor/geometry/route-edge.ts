import type { Point } from '@/workflow/document';
import { computeBounds, computeEdgeControls, type Rect } from './node-geometry';

/** How far a line keeps from what it goes around, and the least that it keeps where tasks are close, in pixels. */
const wireDistance = 16;
const leastDistance = 7;
/** The most that are gone around, and the most corners that are tried: beyond that an edge is the plain curve. */
const mostAround = 80;
const mostTried = 6000;
/** What a corner costs, in pixels of a longer way. */
const cornerCost = 60;
/** How often what a way runs over is added to what it goes around. */
const mostTimes = 12;

/** Finds what lies in a rectangle, in pixels of the canvas. */
export type FindRects = (rect: Rect) => readonly Rect[];

/** How an edge runs: its corners, or undefined for the plain curve; and the rectangle in which anything matters. */
export interface EdgeRoute {
  readonly corners: readonly Point[] | undefined;
  readonly frame: Rect;
}

/**
 * How an edge runs from one rectangle to another: the plain curve, if it runs over nothing; else a line with corners
 * around what is in its way. It goes around what the curve runs over; where that way runs over something else, around
 * that too.
 */
export function routeEdge(start: Point, end: Point, ends: readonly [Rect, Rect], findIn: FindRects): EdgeRoute {
  const curve = sampleCurve(start, end);
  let frame = computeFrame(curve);
  const isBackwards = end[0] < start[0];
  const hit = isBackwards ? [] : listHits(curve, frame, findIn);
  if (hit.length === 0 && !isBackwards) return { corners: undefined, frame };
  const around = new Set<Rect>([...ends, ...hit]);
  for (let time = 0; time < mostTimes && around.size <= mostAround; time += 1) {
    const corners = findWayAround(start, end, ends, [...around]);
    if (corners === undefined) break;
    const inFrame = computeFrame(corners);
    frame = computeBounds([frame, inFrame]) ?? frame;
    const others = listHits(corners, inFrame, findIn).filter((rect) => !around.has(rect));
    if (others.length === 0) return { corners, frame };
    for (const rect of others) around.add(rect);
  }
  return { corners: undefined, frame };
}

const samples = 24;

/** Points on the plain curve of an edge. */
function sampleCurve(start: Point, end: Point): readonly Point[] {
  const [first, second] = computeEdgeControls(start, end);
  return Array.from({ length: samples + 1 }, (_, step): Point => {
    const t = step / samples;
    const u = 1 - t;
    const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
    return [
      a * start[0] + b * first[0] + c * second[0] + d * end[0],
      a * start[1] + b * first[1] + c * second[1] + d * end[1],
    ];
  });
}

/** The rectangle around a line, with what it keeps from others. */
function computeFrame(points: readonly Point[]): Rect {
  const bounds = computeBounds(points.map(([x, y]) => ({ x, y, width: 0, height: 0 })));
  return widen(bounds ?? { x: 0, y: 0, width: 0, height: 0 }, leastDistance);
}

/** What a line runs over, or by which it runs closer than it may. Of a long one only what is at its pieces is asked. */
function listHits(points: readonly Point[], frame: Rect, findIn: FindRects): readonly Rect[] {
  const isLong = frame.width * frame.height > longFrame;
  const near = isLong ? undefined : findIn(frame);
  if (near?.length === 0) return near;
  const hits = new Set<Rect>();
  for (const [index, to] of points.entries()) {
    const from = points[index - 1];
    if (from === undefined) continue;
    for (const rect of near ?? findIn(computeFrame([from, to]))) if (isLineOver(from, to, rect)) hits.add(rect);
  }
  return [...hits];
}

/** From this number of square pixels on, a line is looked at piece by piece. */
const longFrame = 1_000_000;

function widen({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** Whether a piece of a line crosses a rectangle or what is close around it (after Liang and Barsky). */
function isLineOver([x1, y1]: Point, [x2, y2]: Point, rect: Rect): boolean {
  const { x, y, width, height } = widen(rect, leastDistance);
  let [from, to] = [0, 1];
  for (const [by, room] of [
    [x1 - x2, x1 - x],
    [x2 - x1, x + width - x1],
    [y1 - y2, y1 - y],
    [y2 - y1, y + height - y1],
  ] as const) {
    if (by === 0 && room <= 0) return false;
    if (by < 0) from = Math.max(from, room / by);
    else if (by > 0) to = Math.min(to, room / by);
  }
  return from < to;
}

/**
 * The corners of a line around these, which leaves to the right and arrives from the left, with as little detour and as
 * few corners as there may be. Undefined if there is no way.
 */
function findWayAround(
  start: Point,
  end: Point,
  [source, target]: readonly [Rect, Rect],
  around: readonly Rect[],
): readonly Point[] | undefined {
  const out: Point = [source.x + source.width + wireDistance, start[1]];
  const into: Point = [target.x - wireDistance, end[1]];
  const [xs, ys] = [new Set([out[0], into[0]]), new Set([out[1], into[1]])];
  for (const { x, y, width, height } of around) {
    xs.add(x - wireDistance).add(x + width + wireDistance);
    ys.add(y - wireDistance).add(y + height + wireDistance);
  }
  const lines = { xs: sortNumbers(xs), ys: sortNumbers(ys) };
  const corners = searchGrid({ ...lines, blocked: blockGrid(lines, around) }, out, into);
  return corners && removeStraight([start, ...corners, end]);
}

const sortNumbers = (numbers: ReadonlySet<number>): number[] => [...numbers].sort((a, b) => a - b);

/** The lines on which a way may run, and which pieces of them something lies on. */
interface Grid {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly blocked: { readonly across: Uint8Array; readonly down: Uint8Array };
}

/** Marks, at the left or upper end of each piece, what lies on it. */
function blockGrid({ xs, ys }: Pick<Grid, 'xs' | 'ys'>, around: readonly Rect[]): Grid['blocked'] {
  const across = new Uint8Array(xs.length * ys.length);
  const down = new Uint8Array(xs.length * ys.length);
  for (const rect of around) {
    const { x, y, width, height } = widen(rect, leastDistance);
    for (const [row, top] of ys.entries()) {
      const bottom = ys[row + 1] ?? top;
      if (top >= y + height || bottom <= y) continue;
      for (const [column, left] of xs.entries()) {
        const right = xs[column + 1] ?? left;
        if (left >= x + width || right <= x) continue;
        if (top > y) across[row * xs.length + column] = 1;
        if (left > x) down[row * xs.length + column] = 1;
      }
    }
  }
  return { across, down };
}

const directions = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** A corner that was reached, in a direction, on the way there. */
interface Step {
  readonly column: number;
  readonly row: number;
  readonly direction: number;
  readonly cost: number;
  /** The cost with the least that is left. */
  readonly least: number;
  readonly before: Step | undefined;
}

/** The way of least cost (A*) from one point to another, which begins to the right, and goes on to the right. */
function searchGrid({ xs, ys, blocked }: Grid, from: Point, to: Point): readonly Point[] | undefined {
  const goal = { column: xs.indexOf(to[0]), row: ys.indexOf(to[1]) };
  const costs = new Map<number, number>();
  const open: Step[] = [];
  const reach = (column: number, row: number, direction: number, cost: number, before: Step | undefined) => {
    const key = (row * xs.length + column) * 4 + direction;
    if (cost >= (costs.get(key) ?? Number.POSITIVE_INFINITY)) return;
    costs.set(key, cost);
    const [x, y] = [xs[column] ?? 0, ys[row] ?? 0];
    const left = Math.abs(to[0] - x) + Math.abs(to[1] - y);
    const turns = y !== to[1] && direction % 2 === 0 ? 1 : 0;
    pushStep(open, { column, row, direction, cost, least: cost + left + turns * cornerCost, before });
  };
  reach(xs.indexOf(from[0]), ys.indexOf(from[1]), 0, 0, undefined);
  for (let tried = 0; tried < mostTried; tried += 1) {
    const step = popStep(open);
    if (step === undefined) return undefined;
    const { column, row, direction, cost } = step;
    if (column === goal.column && row === goal.row && direction !== 2) return listCorners(step, xs, ys);
    for (const [next, [dx, dy]] of directions.entries()) {
      if (Math.abs(next - direction) === 2) continue;
      const [nextColumn, nextRow] = [column + dx, row + dy];
      const [x, y] = [xs[nextColumn], ys[nextRow]];
      if (x === undefined || y === undefined) continue;
      const piece = Math.min(row, nextRow) * xs.length + Math.min(column, nextColumn);
      if ((dx === 0 ? blocked.down : blocked.across)[piece] === 1) continue;
      const length = Math.abs(x - (xs[column] ?? 0)) + Math.abs(y - (ys[row] ?? 0));
      reach(nextColumn, nextRow, next, cost + length + (next === direction ? 0 : cornerCost), step);
    }
  }
  return undefined;
}

function listCorners(last: Step, xs: readonly number[], ys: readonly number[]): readonly Point[] {
  const corners: Point[] = [];
  for (let step: Step | undefined = last; step !== undefined; step = step.before)
    corners.unshift([xs[step.column] ?? 0, ys[step.row] ?? 0]);
  return corners;
}

/** Without the points at which a line does not turn. */
function removeStraight(points: readonly Point[]): readonly Point[] {
  return points.filter((point, index) => {
    const [before, after] = [points[index - 1], points[index + 1]];
    if (before === undefined || after === undefined) return true;
    const isStraight =
      (before[0] === point[0] && point[0] === after[0]) || (before[1] === point[1] && point[1] === after[1]);
    return !isStraight;
  });
}

/** A heap: the step of the least cost is the first. */
function pushStep(heap: Step[], step: Step): void {
  let at = heap.length;
  heap.push(step);
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (parent === undefined || parent.least <= step.least) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = step;
}

function popStep(heap: Step[]): Step | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    if (left === undefined) break;
    const isRight = right !== undefined && right.least < left.least;
    const child = isRight ? right : left;
    if (child.least >= last.least) break;
    heap[at] = child;
    at = 2 * at + (isRight ? 2 : 1);
  }
  heap[at] = last;
  return first;
}
