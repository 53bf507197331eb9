import { type Point, taskIds, taskOf, type WorkflowDocument } from '@/workflow/document';
import { edgeControls, edgeEnds, nodeHeight, nodeWidth, type Positions, type Rect } from './node-geometry';

/** The uppermost task at a place of the canvas. */
export function taskAt(positions: Positions, [x, y]: Point): string | undefined {
  let found: string | undefined;
  for (const [id, [left, top]] of positions) {
    if (x >= left && x <= left + nodeWidth && y >= top && y <= top + nodeHeight) found = id;
  }
  return found;
}

/** The tasks that a rectangle touches. */
export function tasksIn(positions: Positions, rect: Rect): string[] {
  const found: string[] = [];
  for (const [id, [left, top]] of positions) {
    const apart =
      left > rect.x + rect.width ||
      left + nodeWidth < rect.x ||
      top > rect.y + rect.height ||
      top + nodeHeight < rect.y;
    if (!apart) found.push(id);
  }
  return found;
}

/** The edge nearest to a place, if its curve comes nearer than `reach` pixels. */
export function edgeNear(
  document: WorkflowDocument,
  positions: Positions,
  point: Point,
  reach: number,
): { readonly from: string; readonly to: string } | undefined {
  let nearest = reach;
  let found: { from: string; to: string } | undefined;
  for (const to of taskIds(document)) {
    const target = positions.get(to);
    for (const from of taskOf(document, to)?.dependsOn ?? []) {
      const source = positions.get(from);
      if (!source || !target) continue;
      const distance = distanceToEdge(source, target, point, nearest);
      if (distance >= nearest) continue;
      nearest = distance;
      found = { from, to };
    }
  }
  return found;
}

const samples = 24;

/** How far a place is from an edge's curve, by samples. Infinite where the curve's frame is already further than `reach`. */
function distanceToEdge(from: Point, to: Point, [x, y]: Point, reach: number): number {
  const { start, end } = edgeEnds(from, to);
  const [first, second] = edgeControls(start, end);
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
