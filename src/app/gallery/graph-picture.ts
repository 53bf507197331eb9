import { computeBoxes } from '@/editor/geometry/boxes';
import { drawWires } from '@/editor/geometry/draw-wires';
import { computeBounds } from '@/editor/geometry/node-geometry';
import type { WorkflowDocument } from '@/workflow/document';
import { taskTraits } from '@/workflow/tasks';
import type { TaskFamily } from '@/workflow/tasks/traits';

/** A workflow's graph as it is drawn small, in pixels of the canvas. */
export interface GraphPicture {
  readonly width: number;
  readonly height: number;
  /** Containers come before what is in them. */
  readonly boxes: readonly {
    readonly at: readonly [x: number, y: number, width: number, height: number];
    readonly family: TaskFamily;
    /** Whether tasks are drawn in it. */
    readonly open: boolean;
  }[];
  /** Paths of SVG. */
  readonly wires: readonly string[];
}

/** Room around the graph, in pixels of the canvas. */
const margin = 20;

/** Draws the graph of a workflow, with the tasks in its containers, where the canvas has them. */
export function drawGraphPicture(document: WorkflowDocument): GraphPicture {
  const boxes = computeBoxes(document);
  const { x, y, width, height } = computeBounds(boxes.values()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const [left, top] = [x - margin, y - margin];
  const moved = new Map([...boxes].map(([path, box]) => [path, { ...box, x: box.x - left, y: box.y - top }]));
  return {
    width: Math.round(width + 2 * margin),
    height: Math.round(height + 2 * margin),
    boxes: [...moved.values()].map((box) => ({
      at: [Math.round(box.x), Math.round(box.y), Math.round(box.width), Math.round(box.height)],
      family: taskTraits[box.type].family,
      open: box.open,
    })),
    wires: drawWires(document, boxes, ([atX, atY]) => [atX - left, atY - top]),
  };
}
