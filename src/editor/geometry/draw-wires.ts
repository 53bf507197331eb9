import type { Point, WorkflowDocument } from '@/workflow/document';
import type { Boxes } from './boxes';
import { findRoute, Obstacles } from './edge-routes';
import { listEdges } from './edges';
import { buildCornersPath, buildEdgePath, computeEdgeEnds } from './node-geometry';

/**
 * The wires of a workflow as paths of SVG, around the boxes between their ends. `move`: from where the canvas has a
 * point to where the drawing has it; left out: the same.
 */
export function drawWires(
  document: WorkflowDocument,
  boxes: Boxes,
  move: (point: Point) => Point = (point) => point,
): readonly string[] {
  const obstacles = new Obstacles();
  obstacles.follow(boxes);
  return listEdges(document, boxes).flatMap((edge) => {
    const [from, to] = [boxes.get(edge.source), boxes.get(edge.target)];
    if (from === undefined || to === undefined) return [];
    const { corners } = findRoute(edge, from, to, obstacles);
    const { start, end } = computeEdgeEnds(from, to, edge.endY);
    const line = corners ? buildCornersPath(corners.map(move)) : buildEdgePath(move(start), move(end));
    return line.replace(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number))));
  });
}
