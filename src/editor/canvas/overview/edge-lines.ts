import type { Point } from '@/workflow/document';
import type { Box, Boxes } from '../../geometry/boxes';
import type { EdgeCycles } from '../../geometry/edge-cycles';
import { findRoute, type Obstacles } from '../../geometry/edge-routes';
import type { DrawnEdge } from '../../geometry/edges';
import {
  computeBounds,
  computeEdgeControls,
  computeEdgeEnds,
  listBends,
  type Rect,
} from '../../geometry/node-geometry';

/** The lines of some edges that follow each other, in pixels of the canvas. */
export interface EdgeLines {
  readonly path: Path2D;
  /** Those of cycles. */
  readonly cycles: Path2D;
  /** What the lines were drawn from. */
  readonly edges: readonly DrawnEdge[];
  /** The boxes at the ends of each edge: they are other objects when they are elsewhere. */
  readonly ends: readonly (Box | undefined)[];
  /** The rectangle around the lines, and the state of what they go around: they hold while nothing changes in there. */
  readonly frame: Rect;
  readonly version: number;
}

const edgesInPath = 250;
const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** What the lines of all edges are drawn from. */
export interface EdgeScene {
  readonly edges: readonly DrawnEdge[];
  readonly boxes: Boxes;
  readonly obstacles: Obstacles;
  readonly cycles: EdgeCycles;
}

/** The lines of all edges. Of those before, the paths stay in which, and near which, nothing has moved. */
export function buildEdgeLines(scene: EdgeScene, before: readonly EdgeLines[] = []): readonly EdgeLines[] {
  const { edges, boxes, obstacles } = scene;
  const lines: EdgeLines[] = [];
  for (let from = 0; from < edges.length; from += edgesInPath) {
    const some = edges.slice(from, from + edgesInPath);
    const ends: (Box | undefined)[] = [];
    for (const { source, target } of some) ends.push(boxes.get(source), boxes.get(target));
    const known = before[lines.length];
    const isSame =
      known?.ends.length === ends.length &&
      known.ends.every((end, index) => end === ends[index]) &&
      known.edges.every((edge, index) => edge === some[index]) &&
      obstacles.isAsAt(known.version, known.frame);
    lines.push(isSame ? { ...known, version: obstacles.version } : drawLines(some, ends, scene));
  }
  return lines;
}

function drawLines(edges: readonly DrawnEdge[], ends: EdgeLines['ends'], { obstacles, cycles }: EdgeScene): EdgeLines {
  const [path, inCycle] = [new Path2D(), new Path2D()];
  const frames: Rect[] = [];
  for (const [index, edge] of edges.entries()) {
    const [from, to] = [ends[2 * index], ends[2 * index + 1]];
    const isDrawn = index > 0 && ends[2 * index - 2] === from && ends[2 * index - 1] === to;
    if (!from || !to || isDrawn) continue;
    const { corners, frame } = findRoute(edge, from, to, obstacles);
    frames.push(frame);
    addLine(cycles.has(edge) ? inCycle : path, from, to, corners);
  }
  const frame = computeBounds(frames) ?? nowhere;
  return { path, cycles: inCycle, edges, ends, frame, version: obstacles.version };
}

function addLine(path: Path2D, from: Box, to: Box, corners: readonly Point[] | undefined): void {
  const { start, end } = computeEdgeEnds(from, to);
  const [first, last]: [Point, Point] = [moveToMiddle(start, from), moveToMiddle(end, to)];
  path.moveTo(...first);
  if (corners === undefined) {
    const [one, two] = computeEdgeControls(first, last);
    path.bezierCurveTo(...one, ...two, ...last);
    return;
  }
  for (const bend of listBends(moveEnds(corners, first, last))) {
    path.lineTo(...bend.from);
    path.quadraticCurveTo(...bend.at, ...bend.to);
  }
  path.lineTo(...last);
}

/** What is drawn without a head has its ports in the middle. */
function moveToMiddle([x, y]: Point, box: Box): Point {
  return [x, box.open ? y : box.y + box.height / 2];
}

/** A line with corners whose first and last piece are elsewhere; both are level. */
function moveEnds(corners: readonly Point[], first: Point, last: Point): readonly Point[] {
  const from = corners.findIndex(([, y]) => y !== corners[0]?.[1]);
  const to = corners.findLastIndex(([, y]) => y !== corners.at(-1)?.[1]);
  return corners.map(([x, y], index) => [x, index < from ? first[1] : index > to ? last[1] : y]);
}
