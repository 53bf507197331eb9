import type { RunViewState } from '@/state/run-store';
import { taskIds, taskOf, type WorkflowDocument } from '@/workflow/document';
import { taskTypeInfo } from '@/workflow/tasks';
import { blockStatus } from './block-status';
import { drawRing } from './draw-ring';
import { edgeControls, edgeEnds, nodeHeight, nodeWidth, type Positions, type Viewport } from './node-geometry';
import type { Colours } from './palette-colours';
import { runPhase } from './use-task-badge';

/** All that the overview shows. */
export interface Scene {
  readonly document: WorkflowDocument;
  readonly positions: Positions;
  readonly selection: ReadonlySet<string>;
  readonly run: Pick<RunViewState, 'executionId' | 'run'>;
  readonly colours: Colours;
}

/** Below this zoom a block is plain and has the colour of its status. */
const plainZoom = 0.15;
/** Most pixels that a block takes on the screen. */
const blockWidth = 72;
const blockHeight = 26;
const ringSize = 14;

/** The lines of all edges, in pixels of the canvas; made anew only when something moves. */
export function edgeLines({ document, positions }: Pick<Scene, 'document' | 'positions'>): Path2D {
  const lines = new Path2D();
  for (const to of taskIds(document)) {
    const target = positions.get(to);
    for (const from of taskOf(document, to)?.dependsOn ?? []) {
      const source = positions.get(from);
      if (!source || !target) continue;
      const { start, end } = edgeEnds(source, target);
      const [first, second] = edgeControls(start, end);
      lines.moveTo(...start);
      lines.bezierCurveTo(...first, ...second, ...end);
    }
  }
  return lines;
}

/** Draws the whole workflow as blocks; `width` and `height` are the canvas in CSS pixels, `ratio` its device pixels to one. */
export function drawOverview(
  context: CanvasRenderingContext2D,
  scene: Scene,
  lines: Path2D,
  { x, y, zoom }: Viewport,
  { width, height, ratio }: { readonly width: number; readonly height: number; readonly ratio: number },
): void {
  const { document, positions, selection, run, colours } = scene;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  context.lineWidth = (zoom < plainZoom ? 0.75 : 1) / zoom;
  context.strokeStyle = colours.edge;
  context.stroke(lines);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const w = Math.min(nodeWidth * zoom, blockWidth);
  const h = Math.min(nodeHeight * zoom, blockHeight);
  const phase = runPhase(run);
  for (const [id, at] of positions) {
    const left = at[0] * zoom + x + (nodeWidth * zoom - w) / 2;
    const top = at[1] * zoom + y + (nodeHeight * zoom - h) / 2;
    const task = taskOf(document, id);
    if (!task || left > width || top > height || left + w < 0 || top + h < 0) continue;
    const status = blockStatus(task, run.run.tasks.get(id), phase);
    if (zoom < plainZoom) {
      context.fillStyle = colours.status[status];
      context.fillRect(left, top, w, Math.max(h, 2));
    } else {
      const family = colours.family[taskTypeInfo[task.type].family];
      const hasRing = h > ringSize;
      // Without room for a ring the outline tells the status.
      context.fillStyle = hasRing || status === 'idle' ? family.line : colours.status[status];
      context.fillRect(left, top, w, h);
      context.fillStyle = family.soft;
      context.fillRect(left + 4, top + 1, w - 5, h - 2);
      context.fillStyle = family.solid;
      context.fillRect(left, top, 4, h);
      if (hasRing) drawRing(context, status, left + w - ringSize / 2 - 4, top + h / 2, colours);
    }
    if (!selection.has(id)) continue;
    context.lineWidth = 2;
    context.strokeStyle = colours.accent;
    context.strokeRect(left - 2, top - 2, w + 4, h + 4);
  }
}
