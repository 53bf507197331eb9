import type { Point } from '@/workflow/document';
import { computeChainLengths } from '@/workflow/graph/graph';
import type { TaskPath } from '@/workflow/task-path';

/** A pill of the strip, the row that it is in, and what is left free between columns, in pixels. */
export const pillSize = { width: 168, height: 28, gap: 40 } as const;
/** From the start of a column to the start of the next one. */
export const columnPitch = pillSize.width + pillSize.gap;
/** Free room around all pills. */
const inset = 16;
/** The upper edges of the two rows, and of a pill that is alone in its column. */
const tops = { upper: 16, lower: 60, alone: 38 } as const;
/** Between the rows: where lines pass the columns that they do not join. */
const lane = 52;

const origin: Point = [0, 0];

/** A line from one task to another. */
interface Joint {
  readonly source: TaskPath;
  readonly target: TaskPath;
}

interface Pill {
  readonly taskPath: TaskPath;
  readonly column: number;
  readonly at: Point;
}

/** A line between two pills, with the columns that it joins. */
interface PillLine {
  readonly from: number;
  readonly to: number;
  /** As the `d` of an SVG path. */
  readonly path: string;
}

/** The tasks of a canvas as pills in two rows, from left to right as they run. */
export interface StripPlaces {
  readonly pills: readonly Pill[];
  readonly lines: readonly PillLine[];
  readonly width: number;
}

/** Places pills: what waits for another stands in a column after it, and no line passes behind a pill. */
export function computeStripPlaces(taskPaths: readonly TaskPath[], joints: readonly Joint[]): StripPlaces {
  const edges = joints.map(({ source, target }) => ({ from: source, to: target }));
  const columns = listColumns(taskPaths, computeChainLengths(taskPaths, edges));
  const columnOf = new Map(columns.flatMap((column, index) => column.map((taskPath) => [taskPath, index] as const)));
  const joined = listJoined(joints, columnOf);
  const passing = countPassing(joined, columns.length);
  const places = new Map(columns.flatMap((column, index) => listPlaces(column, index, (passing[index] ?? 0) > 0)));
  const lines = joined.map(({ source, target, from, to }) => {
    const [start, end] = [places.get(source) ?? origin, places.get(target) ?? origin];
    return { from, to, path: buildLine(start, end, to > from + 1) };
  });
  const pills = [...places].map(([taskPath, at]) => ({ taskPath, column: columnOf.get(taskPath) ?? 0, at }));
  return { pills, lines, width: 2 * inset + columns.length * columnPitch - pillSize.gap };
}

/** The tasks of each length of chain, in columns of two. */
function listColumns(taskPaths: readonly TaskPath[], wave: ReadonlyMap<string, number>): TaskPath[][] {
  const waves: TaskPath[][] = [];
  for (const taskPath of taskPaths) {
    const at = wave.get(taskPath) ?? 0;
    waves[at] ??= [];
    waves[at].push(taskPath);
  }
  return waves.flatMap((tasks) =>
    Array.from({ length: Math.ceil(tasks.length / 2) }, (_, index) => tasks.slice(2 * index, 2 * index + 2)),
  );
}

/** What is joined, once, with its columns. A line of a cycle, which would lead back, is left out. */
function listJoined(joints: readonly Joint[], columnOf: ReadonlyMap<TaskPath, number>) {
  const seen = new Set<string>();
  return joints.flatMap(({ source, target }) => {
    const [from, to] = [columnOf.get(source), columnOf.get(target)];
    const key = `${source} ${target}`;
    if (from === undefined || to === undefined || to <= from || seen.has(key)) return [];
    seen.add(key);
    return { source, target, from, to };
  });
}

/** How many lines pass each column. */
function countPassing(joined: readonly Pick<PillLine, 'from' | 'to'>[], columns: number): readonly number[] {
  const changes = Array.from({ length: columns }, () => 0);
  for (const { from, to } of joined) {
    changes[from + 1] = (changes[from + 1] ?? 0) + 1;
    changes[to] = (changes[to] ?? 0) - 1;
  }
  let passing = 0;
  return changes.map((change) => {
    passing += change;
    return passing;
  });
}

function listPlaces(column: readonly TaskPath[], index: number, isPassed: boolean): (readonly [TaskPath, Point])[] {
  const x = inset + index * columnPitch;
  const [first = '', second] = column;
  if (second === undefined) return [[first, [x, isPassed ? tops.upper : tops.alone]]];
  return [
    [first, [x, tops.upper]],
    [second, [x, tops.lower]],
  ];
}

function buildLine([fromX, fromY]: Point, [endX, toY]: Point, passes: boolean): string {
  const half = pillSize.height / 2;
  const [x, y, endY] = [fromX + pillSize.width, fromY + half, toY + half];
  const bend = pillSize.gap / 2;
  if (!passes) return `M${x} ${y}C${x + bend} ${y} ${endX - bend} ${endY} ${endX} ${endY}`;
  const [begin, end] = [x + pillSize.gap, endX - pillSize.gap];
  return (
    `M${x} ${y}C${x + bend} ${y} ${x + bend} ${lane} ${begin} ${lane}H${end}` +
    `C${end + bend} ${lane} ${end + bend} ${endY} ${endX} ${endY}`
  );
}
