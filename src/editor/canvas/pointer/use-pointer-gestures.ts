import { useReactFlow } from '@xyflow/react';
import { type PointerEvent as ReactPointerEvent, useMemo } from 'react';
import { type AppStores, useStores } from '@/state/context';
import { select } from '@/state/view-store';
import { moveTasks } from '@/workflow/commands/move-tasks';
import { type Point, taskOf, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import type { TaskId } from '@/workflow/names';
import { containerPath, outermost, type TaskPath } from '@/workflow/task-path';
import { insertOn } from '../../actions/add';
import { countTasks, edit, selectedPaths } from '../../actions/edit';
import { type Boxes, boxesOf } from '../../geometry/boxes';
import { edgeNear, taskAt, tasksIn } from '../../geometry/hit-test';
import { type Positions, type Rect, rectBetween } from '../../geometry/node-geometry';
import { type CanvasStore, useCanvasStore } from '../canvas-state';
import { followPointer } from './follow-pointer';

/** What the gestures need of the viewport. */
interface Lens {
  /** Converts coordinates of the window to those of the canvas. */
  toCanvas(x: number, y: number): Point;
  zoom(): number;
  panBy(dx: number, dy: number): void;
}

/** Elements on the canvas that handle the pointer themselves. */
const own = '.react-flow__handle, .react-flow__edge, .react-flow__edgeupdater, button, input, [data-floating]';

/**
 * The left button on the canvas: on a task it selects and drags, on the empty canvas it draws a selection rectangle. It
 * serves both views of the canvas: nodes in the page, and (`overview`) blocks on the 2D canvas, which are found by
 * their position.
 */
export function usePointerGestures(overview: boolean, spaceHeld: boolean) {
  const stores = useStores();
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  return useMemo(() => {
    const lens: Lens = {
      toCanvas(x, y) {
        const place = flow.screenToFlowPosition({ x, y });
        return [place.x, place.y];
      },
      zoom: () => flow.getZoom(),
      panBy(dx, dy) {
        const { x, y, zoom } = flow.getViewport();
        void flow.setViewport({ x: x + dx, y: y + dy, zoom });
      },
    };
    return (event: ReactPointerEvent<HTMLElement>) => {
      if (event.button !== 0 || spaceHeld || !(event.target instanceof Element)) return;
      const hit = overview
        ? taskAt(boxesOf(stores.document.getState().document), lens.toCanvas(event.clientX, event.clientY))
        : event.target.closest<HTMLElement>('[data-task]')?.dataset.task;
      if (event.target.closest(own)) return;
      if (hit !== undefined) dragTasks(stores, canvas, lens, event, hit);
      else if (event.pointerType !== 'touch') drawMarquee(stores, canvas, lens, event);
    };
  }, [overview, spaceHeld, stores, canvas, flow]);
}

const adds = (event: ReactPointerEvent) => event.shiftKey || event.ctrlKey || event.metaKey;

function dragTasks(
  stores: AppStores,
  canvas: CanvasStore,
  lens: Lens,
  event: ReactPointerEvent<HTMLElement>,
  hit: string,
): void {
  const { view } = stores;
  const before = view.getState().selection;
  if (adds(event)) {
    select(view, before.has(hit) ? [...before].filter((id) => id !== hit) : [...before, hit]);
    if (before.has(hit)) return;
  } else if (!before.has(hit)) select(view, [hit]);

  const taskPaths = outermost(selectedPaths(stores));
  const { document } = stores.document.getState();
  const boxes = boxesOf(document);
  const start = lens.toCanvas(event.clientX, event.clientY);
  const alone = taskPaths.length === 1 && containerPath(hit) === undefined && standsAlone(document, hit);
  let drag: Positions = new Map();
  followPointer(event, {
    autoPan: (dx, dy) => lens.panBy(dx, dy),
    move(x, y) {
      const at = lens.toCanvas(x, y);
      drag = moved(boxes, taskPaths, at[0] - start[0], at[1] - start[1]);
      view.setState({ drag });
      if (alone) canvas.setState({ dropEdge: edgeUnder(document, boxesOf(document, drag).get(hit), lens.zoom()) });
    },
    async drop() {
      const { dropEdge } = canvas.getState();
      canvas.setState({ dropEdge: undefined });
      const command = (current: WorkflowDocument) => moveTasks(current, { positions: drag });
      await edit(stores, command, `Move ${countTasks(drag.size)}`);
      view.setState({ drag: new Map() });
      if (dropEdge) await insertOn(stores, hit, dropEdge);
    },
    cancel() {
      view.setState({ drag: new Map() });
      canvas.setState({ dropEdge: undefined });
    },
    click() {
      if (!adds(event) && before.size > 1) select(view, [hit]);
    },
  });
}

function drawMarquee(stores: AppStores, canvas: CanvasStore, lens: Lens, event: ReactPointerEvent<HTMLElement>): void {
  const { view, document } = stores;
  const kept = adds(event) ? view.getState().selection : new Set<string>();
  const start = lens.toCanvas(event.clientX, event.clientY);
  followPointer(event, {
    autoPan: (dx, dy) => lens.panBy(dx, dy),
    move(x, y) {
      const marquee = rectBetween(start, lens.toCanvas(x, y));
      canvas.setState({ marquee });
      const next = new Set([...kept, ...tasksIn(boxesOf(document.getState().document), marquee)]);
      const { selection } = view.getState();
      if (next.size !== selection.size || [...next].some((id) => !selection.has(id))) select(view, next);
    },
    drop: () => canvas.setState({ marquee: undefined }),
    cancel() {
      canvas.setState({ marquee: undefined });
      select(view, kept);
    },
    click() {
      if (!adds(event)) select(view, []);
    },
  });
}

/**
 * The layout positions of tasks after a move by some pixels of the canvas. A task inside another stays within its
 * content.
 */
function moved(boxes: Boxes, taskPaths: readonly TaskPath[], dx: number, dy: number): Positions {
  const positions = new Map<TaskPath, Point>();
  for (const taskPath of taskPaths) {
    const at = boxes.get(taskPath)?.at;
    if (!at) continue;
    const least = containerPath(taskPath) === undefined ? Number.NEGATIVE_INFINITY : 0;
    positions.set(taskPath, [Math.max(at[0] + dx, least), Math.max(at[1] + dy, least)]);
  }
  return positions;
}

/**
 * Whether a task has no edge yet. Only such a task can be dropped into an edge, so that a move never rewires by
 * accident.
 */
function standsAlone(document: WorkflowDocument, id: string): boolean {
  const dependents = buildGraph(document).dependents.get(id as TaskId) ?? [];
  return dependents.length === 0 && (taskOf(document, id)?.dependsOn ?? []).length === 0;
}

/** The greatest distance, in screen pixels, between the centre of a task and the edge that takes it in. */
const dropReach = 28;

function edgeUnder(document: WorkflowDocument, box: Rect | undefined, zoom: number) {
  if (!box) return undefined;
  const middle: Point = [box.x + box.width / 2, box.y + box.height / 2];
  return edgeNear(document, boxesOf(document), middle, dropReach / zoom);
}
