import type { TaskDiff } from '@/workflow/diff/document-diff';
import type { Point } from '@/workflow/document';

/** How a task differs between two graphs. */
export type DrawnKind = TaskDiff['kind'] | 'same';

/** A task as it is drawn. */
export interface DrawnTask {
  readonly id: string;
  readonly label: string;
  /** The second line of its box. */
  readonly note: string;
  readonly kind: DrawnKind;
}

/** An edge as it is drawn. */
interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: DrawnKind;
}

/** The tasks of two graphs in one, with the edges between them. */
export interface DifferenceGraph {
  readonly tasks: readonly DrawnTask[];
  readonly edges: readonly DrawnEdge[];
}

/** Upper left corners by task id, in px. */
export type Places = ReadonlyMap<string, Point>;

/** A part of a drawing, in px. */
export interface DrawnRegion {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Size of a task's box. */
export const boxSize = { width: 180, height: 44 } as const;
/** Free space around a drawing. */
const drawingMargin = 12;

/** The whole of a drawing. */
export function computeWholeRegion(places: Places): DrawnRegion {
  let [right, bottom] = [0, 0];
  for (const [x, y] of places.values()) [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  const [width, height] = [right + boxSize.width + 2 * drawingMargin, bottom + boxSize.height + 2 * drawingMargin];
  return { x: -drawingMargin, y: -drawingMargin, width, height };
}

/** The tasks and edges of which something may be in a region. An edge stays within the box around both of its ends. */
export function selectPartInRegion({ tasks, edges }: DifferenceGraph, places: Places, region: DrawnRegion) {
  const [right, bottom] = [region.x + region.width, region.y + region.height];
  const touches = ([x1, y1]: Point, [x2, y2]: Point) =>
    Math.min(x1, x2) - boxSize.width < right &&
    Math.max(x1, x2) + 2 * boxSize.width > region.x &&
    Math.min(y1, y2) < bottom &&
    Math.max(y1, y2) + boxSize.height > region.y;
  return {
    tasks: tasks.filter(({ id }) => {
      const at = places.get(id);
      return at !== undefined && touches(at, at);
    }),
    edges: edges.filter(({ from, to }) => {
      const [start, end] = [places.get(from), places.get(to)];
      return start !== undefined && end !== undefined && touches(start, end);
    }),
  };
}
