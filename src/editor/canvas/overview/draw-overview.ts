import type { RunForecast } from '@/plan/forecast/forecast';
import type { RunViewState } from '@/state/run-store';
import type { TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import type { Box, Boxes } from '../../geometry/boxes';
import type { DrawnEdge } from '../../geometry/edges';
import { computeEdgeControls, computeEdgeEnds, type Viewport } from '../../geometry/node-geometry';
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
  /** The boxes at the ends of each edge: they are other objects when they are elsewhere. */
  readonly ends: readonly (Box | undefined)[];
}

const edgesInPath = 250;

/** The lines of all edges. Of those before, the paths stay in which nothing has moved. */
export function buildEdgeLines(
  edges: readonly DrawnEdge[],
  boxes: Boxes,
  before: readonly EdgeLines[] = [],
): readonly EdgeLines[] {
  const lines: EdgeLines[] = [];
  for (let from = 0; from < edges.length; from += edgesInPath) {
    const ends: (Box | undefined)[] = [];
    for (const { source, target } of edges.slice(from, from + edgesInPath))
      ends.push(boxes.get(source), boxes.get(target));
    const known = before[lines.length];
    const isSame = known?.ends.length === ends.length && known.ends.every((end, index) => end === ends[index]);
    lines.push(isSame ? known : { path: drawPath(ends), ends });
  }
  return lines;
}

function drawPath(ends: EdgeLines['ends']): Path2D {
  const path = new Path2D();
  for (let index = 0; index < ends.length; index += 2) {
    const [from, to] = [ends[index], ends[index + 1]];
    const isDrawn = index > 0 && ends[index - 2] === from && ends[index - 1] === to;
    if (!from || !to || isDrawn) continue;
    const { start, end } = computeEdgeEnds(from, to);
    const [first, second] = computeEdgeControls(start, end);
    path.moveTo(...start);
    path.bezierCurveTo(...first, ...second, ...end);
  }
  return path;
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
