import type { Definition, Point } from '@/workflow/document';
import { collectOpenReads } from '@/workflow/graph/open-reads';
import { buildPartPath, type TaskPath } from '@/workflow/task-path';
import { type Boxes, findShownPath } from '../../geometry/boxes';
import {
  computeBounds,
  isTouching,
  nodeHeight,
  nodeWidth,
  portSize,
  portY,
  type Rect,
} from '../../geometry/node-geometry';
import { borderRoom } from '../../geometry/root-boxes';
import type { GivenRow } from './result-rows';

/** A wire between the border of a function and a task in it. */
export interface BorderWire {
  readonly key: string;
  /** What it says to a screen reader. */
  readonly label: string;
  readonly start: Point;
  readonly end: Point;
}

/** Where the nodes at the border of a function are, in pixels of the canvas. */
export interface BorderPlaces {
  readonly inputs: Rect;
  readonly result: Rect;
}

const computeBorderHeight = (rows: number) => borderRoom.head + borderRoom.row * Math.max(rows, 1) + 8;

/** The places of the inputs at the left and the result at the right of what is drawn. */
export function computeBorderPlaces(boxes: Boxes, inputRows: number, resultRows: number): BorderPlaces {
  const frame = computeBounds(boxes.values()) ?? { x: 0, y: 0, width: nodeWidth, height: nodeHeight };
  const { width, gap } = borderRoom;
  return {
    inputs: { x: frame.x - gap - width, y: frame.y, width, height: computeBorderHeight(inputRows) },
    result: { x: frame.x + frame.width + gap, y: frame.y, width, height: computeBorderHeight(resultRows) },
  };
}

/** The middle line of a row of a border node. */
export function computeRowY({ y }: Rect, index: number): number {
  return y + borderRoom.head + borderRoom.row * (index + 0.5);
}

/** Most wires to tasks outside of the shown part of the canvas. */
const mostAway = 60;

/**
 * The wires from parameters to the tasks that read them. A task in a folded container is read for by that. Of many,
 * only those that end in the shown part of the canvas.
 */
export function buildInputWires(
  definition: Definition,
  root: TaskPath,
  boxes: Boxes,
  inputs: Rect,
  region: Rect,
): readonly BorderWire[] {
  const { task, parameters = [] } = definition;
  if (task === undefined) return [];
  const reads = collectOpenReads(task);
  const wires: BorderWire[] = [];
  let away = 0;
  for (const [index, { name }] of parameters.entries()) {
    const readers = new Set<TaskPath>();
    for (const path of reads.get(name) ?? []) {
      const shown = findShownPath(boxes, path === '' ? root : buildPartPath(root, path));
      const box = shown === undefined ? undefined : boxes.get(shown);
      if (shown === undefined || box === undefined || readers.has(shown)) continue;
      const isNear = isTouching(box, region);
      if (!isNear && away >= mostAway) continue;
      if (!isNear) away += 1;
      readers.add(shown);
      wires.push({
        key: `${name}→${shown}`,
        label: `${shown.slice(root.length + 1) || 'The task'} reads ${name}`,
        start: [inputs.x + inputs.width + portSize / 2, computeRowY(inputs, index)],
        end: [box.x - computeOutset(shown, root), box.y + portY],
      });
    }
  }
  return wires;
}

/** How far the port of a task is outside of its frame, in pixels. The task of a function has none. */
function computeOutset(taskPath: TaskPath, root: TaskPath): number {
  return taskPath === root ? 0 : portSize / 2;
}

/** The wires from the tasks that give the result to its node. */
export function buildResultWires(
  rows: readonly GivenRow[],
  root: TaskPath,
  boxes: Boxes,
  result: Rect,
): readonly BorderWire[] {
  return rows.flatMap(({ label, from }, index) =>
    from.flatMap((taskPath) => {
      const shown = findShownPath(boxes, taskPath);
      const box = shown === undefined ? undefined : boxes.get(shown);
      if (shown === undefined || box === undefined) return [];
      return {
        key: `${taskPath}→result`,
        label: `${taskPath} gives the result ${label}`,
        start: [box.x + box.width + computeOutset(shown, root), box.y + portY] as const,
        end: [result.x - portSize / 2, computeRowY(result, index)] as const,
      };
    }),
  );
}
