import type { Point } from '@/workflow/document';
import type { TaskPath } from '@/workflow/task-path';
import type { Boxes } from './boxes';
import { findRoute, getObstacles } from './edge-routes';
import type { DrawnEdge } from './edges';
import { computeEdgeControls, computeEdgeEnds } from './node-geometry';

/**
 * The dependency that is nearest to a point, if its line is less than `reach` pixels away. A line without a dependency
 * takes in no task.
 */
export function findEdgeNear(
  edges: readonly DrawnEdge[],
  boxes: Boxes,
  point: Point,
  reach: number,
): { readonly from: TaskPath; readonly to: TaskPath } | undefined {
  let nearest = reach;
  let found: { from: TaskPath; to: TaskPath } | undefined;
  const obstacles = getObstacles(boxes);
  for (const edge of edges) {
    const { source: from, target: to, endY, waits } = edge;
    const [source, target] = [boxes.get(from), boxes.get(to)];
    if (!source || !target || !waits) continue;
    const { corners } = findRoute(edge, source, target, obstacles);
    const distance =
      corners === undefined
        ? computeDistanceToEdge(computeEdgeEnds(source, target, endY), point, nearest)
        : computeDistanceToLine(corners, point);
    if (distance >= nearest) continue;
    nearest = distance;
    found = { from, to };
  }
  return found;
}

const samples = 24;

/**
 * The distance of a point from an edge's curve, by samples. Infinity if the frame of the curve is further than `reach`.
 */
function computeDistanceToEdge(
  { start, end }: ReturnType<typeof computeEdgeEnds>,
  [x, y]: Point,
  reach: number,
): number {
  const [first, second] = computeEdgeControls(start, end);
  const left = Math.min(start[0], second[0]) - reach;
  const right = Math.max(first[0], end[0]) + reach;
  if (x < left || x > right) return Number.POSITIVE_INFINITY;
  if (y < Math.min(start[1], end[1]) - reach || y > Math.max(start[1], end[1]) + reach) return Number.POSITIVE_INFINITY;
  let nearest = Number.POSITIVE_INFINITY;
  for (let step = 0; step <= samples; step += 1) {
    const t = step / samples;
    const u = 1 - t;
    const a = u * u * u;
    const b = 3 * u * u * t;
    const c = 3 * u * t * t;
    const d = t * t * t;
    const dx = a * start[0] + b * first[0] + c * second[0] + d * end[0] - x;
    const dy = a * start[1] + b * first[1] + c * second[1] + d * end[1] - y;
    nearest = Math.min(nearest, Math.hypot(dx, dy));
  }
  return nearest;
}

/** The distance of a point from a line with corners. */
function computeDistanceToLine(corners: readonly Point[], [x, y]: Point): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, [x2, y2]] of corners.entries()) {
    const [x1, y1] = corners[index - 1] ?? [x2, y2];
    const [left, top] = [Math.min(x1, x2), Math.min(y1, y2)];
    const dx = x - Math.min(Math.max(x, left), Math.max(x1, x2));
    const dy = y - Math.min(Math.max(y, top), Math.max(y1, y2));
    nearest = Math.min(nearest, Math.hypot(dx, dy));
  }
  return nearest;
}
