import type { RunForecast } from '@/plan/forecast/forecast';
import type { RunViewState } from '@/state/run-store';
import type { RingStatus } from '@/ui/display/status-ring';
import type { TaskPath } from '@/workflow/task-path';
import { taskTraits } from '@/workflow/tasks';
import type { Box, Boxes } from '../../geometry/boxes';
import type { Obstacles } from '../../geometry/edge-routes';
import { isTouching, type Rect, type Viewport } from '../../geometry/node-geometry';
import { computeBlockStatus } from '../nodes/block-status';
import { findPhaseAt } from '../nodes/use-task-badge';
import { barZoom, computeBar, findBarEnd, nameHeight, placeBarName, placeHeadName, ring } from './bars';
import { cutName, type DrawnName, drawLabel } from './draw-names';
import { drawRing } from './draw-ring';
import type { EdgeLines } from './edge-lines';
import type { Colours } from './palette-colours';

/** Everything that the overview shows. */
export interface Scene {
  readonly boxes: Boxes;
  readonly obstacles: Obstacles;
  /** Where bars must end, on the canvas; undefined: nothing is at the right of the tasks. */
  readonly end: number | undefined;
  readonly selection: ReadonlySet<string>;
  /** The task under the pointer. */
  readonly pointed: TaskPath | undefined;
  readonly nameIn: (taskPath: TaskPath) => string;
  readonly run: Pick<RunViewState, 'executionId' | 'run'>;
  /** Tasks in branches that the run did not take: they are drawn faintly. */
  readonly notTaken: ReadonlySet<TaskPath>;
  /** The path of a task in the run. */
  readonly runPath: (taskPath: TaskPath) => TaskPath;
  /** What a new run would do with tasks that are done; empty: keep all of them. */
  readonly forecasts: RunForecast['tasks'];
  readonly colours: Colours;
}

/** A bar or a block that is drawn, in pixels of the canvas element, and the name in it. */
export interface DrawnBlock {
  readonly taskPath: TaskPath;
  readonly rect: Rect;
  readonly name: DrawnName | undefined;
}

/** The opacity of what was not taken. */
const faint = 0.4;
/** The least of a name that says something, in letters. */
const fewestLetters = 5;
/** Each bar of these has its ring, however narrow it is. */
const loud: ReadonlySet<RingStatus> = new Set(['failed', 'continued', 'paused', 'running', 'stale', 'maybe']);
const radius = 3;
/** As many of what is selected are named below the zoom of bars. */
const mostLabels = 40;

interface Size {
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
}

/**
 * Draws the whole workflow: containers as frames around what is in them, tasks as bars with their names or, from
 * further away, as blocks in the colour of their status. `width` and `height` are the canvas in CSS pixels; `ratio` is
 * the number of device pixels in one of these. Returns what it has drawn of tasks, from the lowest up.
 */
export function drawOverview(
  context: CanvasRenderingContext2D,
  scene: Scene,
  lines: readonly EdgeLines[],
  { x, y, zoom }: Viewport,
  { width, height, ratio }: Size,
): readonly DrawnBlock[] {
  const { boxes, selection, notTaken, colours } = scene;
  const isPlain = zoom < barZoom;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  for (const box of boxes.values())
    if (box.open) drawFrame(context, box, zoom, colours, selection.has(box.taskPath), notTaken.has(box.taskPath));
  drawLines(context, lines, zoom, colours);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.textBaseline = 'middle';
  const drawn: DrawnBlock[] = [];
  for (const box of boxes.values()) {
    const { taskPath, open } = box;
    if (open && isPlain) continue;
    const own: Rect =
      open || isPlain
        ? { x: box.x * zoom, y: box.y * zoom, width: box.width * zoom, height: box.height * zoom }
        : computeBar(box, zoom, scene.obstacles, findBarEnd(box, (width - x) / zoom, scene.end));
    const rect: Rect = { ...own, x: own.x + x, y: own.y + y };
    if (rect.x > width || rect.y > height || rect.x + rect.width < 0 || rect.y + rect.height < 0) continue;
    const isPassed = notTaken.has(taskPath);
    context.globalAlpha = isPassed ? faint : 1;
    const status = isPassed ? 'skipped' : findDrawnStatus(scene, box);
    if (isPlain) drawBlock(context, rect, status, colours);
    const name = isPlain
      ? undefined
      : open
        ? drawHead(context, scene, box, rect, status, { x, y, zoom })
        : drawBar(context, scene, box, rect, status);
    context.globalAlpha = 1;
    if (!open) drawn.push({ taskPath, rect, name });
    if (open || !selection.has(taskPath)) continue;
    context.lineWidth = 2;
    context.strokeStyle = colours.accent;
    context.strokeRect(rect.x - 2, rect.y - 2, rect.width + 4, rect.height + 4);
  }
  drawLabels(context, scene, drawn, isPlain, width);
  return drawn;
}

/** The status of a task as the overview and the map draw it. */
export function findDrawnStatus(
  { run, runPath, forecasts }: Pick<Scene, 'run' | 'runPath' | 'forecasts'>,
  { taskPath, isDisabled }: Box,
): RingStatus {
  const path = runPath(taskPath);
  const more = { forecast: forecasts.get(path)?.forecast, isDry: run.run.isDry === true };
  return computeBlockStatus(isDisabled, run.run.tasks.get(path), findPhaseAt(run, path), more);
}

function drawLines(
  context: CanvasRenderingContext2D,
  lines: readonly EdgeLines[],
  zoom: number,
  colours: Colours,
): void {
  context.lineWidth = (zoom < barZoom ? 0.75 : 1) / zoom;
  context.strokeStyle = colours.edge;
  for (const { path } of lines) context.stroke(path);
  context.strokeStyle = colours.status.failed;
  context.setLineDash([4 / zoom, 4 / zoom]);
  for (const { cycles } of lines) context.stroke(cycles);
  context.setLineDash([]);
}

/** Whether a block is hollow and dashed: of a task that was only simulated; with system colours, of a failed one. */
export function isDrawnHollow(status: RingStatus, { isForced }: Pick<Colours, 'isForced'>): boolean {
  return status === 'simulated' || (isForced && isFailed(status));
}

/** A task from far away. */
function drawBlock(context: CanvasRenderingContext2D, rect: Rect, status: RingStatus, colours: Colours): void {
  if (isDrawnHollow(status, colours)) {
    context.strokeStyle = colours.status[status];
    context.lineWidth = 1;
    context.setLineDash([3, 2]);
    context.strokeRect(rect.x + 0.5, rect.y + 0.5, rect.width - 1, Math.max(rect.height, 2) - 1);
    context.setLineDash([]);
    return;
  }
  context.fillStyle = colours.status[status];
  context.fillRect(rect.x, rect.y, rect.width, Math.max(rect.height, 2));
}

const isFailed = (status: RingStatus): boolean => status === 'failed' || status === 'continued';

/** Draws a task as a bar in the colours of its family. Returns its name as it stands there. */
function drawBar(
  context: CanvasRenderingContext2D,
  { colours, nameIn }: Scene,
  { taskPath, type }: Box,
  rect: Rect,
  status: RingStatus,
): DrawnName | undefined {
  const { x, y, width, height } = rect;
  const family = colours.family[taskTraits[type].family];
  context.beginPath();
  context.roundRect(x + 0.5, y + 0.5, width - 1, height - 1, radius);
  context.fillStyle = family.soft;
  context.fill();
  context.strokeStyle = isFailed(status) ? colours.status.failed : family.line;
  context.lineWidth = isFailed(status) ? 2 : 1;
  if (isDrawnHollow(status, colours)) context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.roundRect(x, y, 4, height, [radius, 0, 0, radius]);
  context.fillStyle = family.solid;
  context.fill();
  const hasRing = width >= ring.from || loud.has(status);
  if (hasRing) drawRing(context, status, x + width - ring.size / 2 - 4, y + height / 2, colours);
  return drawName(context, nameIn(taskPath), placeBarName(rect, hasRing), '', colours);
}

/** Draws what stands in the upper border of an open container. */
function drawHead(
  context: CanvasRenderingContext2D,
  { colours, nameIn, obstacles }: Scene,
  box: Box,
  rect: Rect,
  status: RingStatus,
  { x, y, zoom }: Viewport,
): DrawnName | undefined {
  const hasRing = loud.has(status) || (status !== 'idle' && rect.width >= ring.from);
  if (hasRing) drawRing(context, status, rect.x + rect.width - ring.size / 2 - 3, rect.y + ring.size / 2 + 2, colours);
  const place = placeHeadName(box, zoom, obstacles, hasRing);
  return drawName(
    context,
    nameIn(box.taskPath),
    place && { ...place, x: place.x + x, y: place.y + y },
    '600 ',
    colours,
  );
}

function drawName(
  context: CanvasRenderingContext2D,
  whole: string,
  place: ReturnType<typeof placeBarName>,
  weight: string,
  colours: Colours,
): DrawnName | undefined {
  if (place === undefined || place.width <= 0) return undefined;
  context.font = `${weight}11px ${colours.font}`;
  const text = cutName(context, whole, place.width, fewestLetters);
  if (text === undefined) return undefined;
  context.fillStyle = colours.text;
  context.fillText(text, place.x, place.y + nameHeight / 2, place.width);
  return { ...place, height: nameHeight, text, isWhole: text === whole };
}

/** The whole names of what is selected, as far as they do not cover each other, and of what is under the pointer. */
function drawLabels(
  context: CanvasRenderingContext2D,
  { selection, pointed, nameIn, colours }: Scene,
  drawn: readonly DrawnBlock[],
  isPlain: boolean,
  width: number,
): void {
  const asked = drawn.filter(
    ({ taskPath, name }) => (taskPath === pointed || (isPlain && selection.has(taskPath))) && name?.isWhole !== true,
  );
  const last = asked.findIndex(({ taskPath }) => taskPath === pointed);
  const inOrder = last < 0 ? asked : [...asked.slice(last, last + 1), ...asked.toSpliced(last, 1)];
  const placed: Rect[] = [];
  for (const { taskPath, rect } of inOrder.slice(0, mostLabels)) {
    const label = drawLabel(context, nameIn(taskPath), rect, width, colours, (place) =>
      placed.some((other) => isTouching(other, place)),
    );
    if (label) placed.push(label);
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
