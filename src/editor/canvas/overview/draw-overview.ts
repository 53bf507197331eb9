import type { RunForecast } from '@/plan/forecast/forecast';
import type { RunViewState } from '@/state/run-store';
import type { Point } from '@/workflow/document';
import type { TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
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
  type Viewport,
} from '../../geometry/node-geometry';
import { computeBlockStatus } from '../nodes/block-status';
import { findPhaseAt } from '../nodes/use-task-badge';
import { drawRing } from './draw-ring';
import { computeBlock, plainZoom } from './overview-block';
import type { Colours } from './palette-colours';

/** Everything that the overview shows. */
export interface Scene {
  readonly boxes: Boxes;
  readonly selection: ReadonlySet<string>;
  readonly run: Pick<RunViewState, 'executionId' | 'run'>;
  /** Tasks in branches that the run did not take: they are drawn faintly. */
  readonly notTaken: ReadonlySet<TaskPath>;
  /** The path of a task in the run. */
  readonly runPath: (taskPath: TaskPath) => TaskPath;
  /** What a new run would do with tasks that are done; empty: keep all of them. */
  readonly forecasts: RunForecast['tasks'];
  readonly colours: Colours;
}

const ringSize = 14;
/** The opacity of what was not taken. */
const faint = 0.4;

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
  path.moveTo(...start);
  if (corners === undefined) {
    const [first, second] = computeEdgeControls(start, end);
    path.bezierCurveTo(...first, ...second, ...end);
    return;
  }
  for (const bend of listBends(corners)) {
    path.lineTo(...bend.from);
    path.quadraticCurveTo(...bend.at, ...bend.to);
  }
  path.lineTo(...(corners.at(-1) ?? end));
}

/**
 * Draws the whole workflow as blocks, with containers as frames around theirs. `width` and `height` are the canvas in
 * CSS pixels; `ratio` is the number of device pixels in one of these.
 */
export function drawOverview(
  context: CanvasRenderingContext2D,
  scene: Scene,
  lines: readonly EdgeLines[],
  { x, y, zoom }: Viewport,
  { width, height, ratio }: { readonly width: number; readonly height: number; readonly ratio: number },
): void {
  const { boxes, selection, run, notTaken, runPath, forecasts, colours } = scene;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  for (const box of boxes.values())
    if (box.open) drawFrame(context, box, zoom, colours, selection.has(box.taskPath), notTaken.has(box.taskPath));
  context.lineWidth = (zoom < plainZoom ? 0.75 : 1) / zoom;
  context.strokeStyle = colours.edge;
  for (const { path } of lines) context.stroke(path);
  context.strokeStyle = colours.status.failed;
  context.setLineDash([4 / zoom, 4 / zoom]);
  for (const { cycles } of lines) context.stroke(cycles);
  context.setLineDash([]);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  for (const box of boxes.values()) {
    const { taskPath, type, isDisabled, open } = box;
    if (open) continue;
    const block = computeBlock(box, zoom);
    const [left, top, w, h] = [block.x + x, block.y + y, block.width, block.height];
    if (left > width || top > height || left + w < 0 || top + h < 0) continue;
    const path = runPath(taskPath);
    const isPassed = notTaken.has(taskPath);
    context.globalAlpha = isPassed ? faint : 1;
    const status = isPassed
      ? 'skipped'
      : computeBlockStatus(isDisabled, run.run.tasks.get(path), findPhaseAt(run, path), forecasts.get(path)?.forecast);
    if (zoom < plainZoom) {
      context.fillStyle = colours.status[status];
      context.fillRect(left, top, w, Math.max(h, 2));
    } else {
      const family = colours.family[taskTraits[type].family];
      const hasRing = h > ringSize;
      // Without room for a ring the outline shows the status.
      context.fillStyle = hasRing || status === 'idle' ? family.line : colours.status[status];
      context.fillRect(left, top, w, h);
      context.fillStyle = family.soft;
      context.fillRect(left + 4, top + 1, w - 5, h - 2);
      context.fillStyle = family.solid;
      context.fillRect(left, top, 4, h);
      if (hasRing) drawRing(context, status, left + w - ringSize / 2 - 4, top + h / 2, colours);
    }
    context.globalAlpha = 1;
    if (!selection.has(taskPath)) continue;
    context.lineWidth = 2;
    context.strokeStyle = colours.accent;
    context.strokeRect(left - 2, top - 2, w + 4, h + 4);
  }
}

/** The frame of an open container, in pixels of the canvas. */
function drawFrame(
  context: CanvasRenderingContext2D,
  { x, y, width, height, type }: Box,
  zoom: number,
  colours: Colours,
  selected: boolean,
  isPassed: boolean,
): void {
  const family = colours.family[taskTraits[type].family];
  context.fillStyle = family.soft;
  context.globalAlpha = isPassed ? faint / 2 : 0.5;
  context.fillRect(x, y, width, height);
  context.globalAlpha = isPassed ? faint : 1;
  context.lineWidth = (selected ? 2 : 1) / zoom;
  context.strokeStyle = selected ? colours.accent : family.line;
  context.strokeRect(x, y, width, height);
  context.globalAlpha = 1;
}
