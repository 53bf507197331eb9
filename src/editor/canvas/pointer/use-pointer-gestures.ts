import { useReactFlow } from '@xyflow/react';
import { type PointerEvent as ReactPointerEvent, type TouchEvent, useMemo } from 'react';
import { isSameJson } from '@/base/json';
import { type AppStores, useStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { beginGesture, dragTo, endGesture, findDragged } from '@/state/view/gestures';
import { stopFollowing } from '@/state/view/shown-run';
import type { Point } from '@/workflow/document';
import { isNoteKey } from '@/workflow/notes';
import { findContainerPath, selectOutermost, type TaskPath } from '@/workflow/task-path';
import { listSelectedNotes, listSelectedPaths } from '../../actions/edit';
import { withEdits } from '../../actions/with-edits';
import type { Box, Boxes } from '../../geometry/boxes';
import { findTaskAt, findTasksIn } from '../../geometry/hit-test';
import { createRectBetween, isTouching, type Positions } from '../../geometry/node-geometry';
import type { NoteBox } from '../../geometry/note-boxes';
import { computeBoxesUnder, findCanvasFrame } from '../../geometry/root-boxes';
import { type CanvasStore, type DropTarget, openMenu, useCanvasStore } from '../canvas-state';
import { followPointer } from './follow-pointer';
import { computeNoteBoxes, noteAt } from './note-at';

/** What the gestures need of the viewport. */
interface Lens {
  /** Converts coordinates of the window to those of the canvas. */
  toCanvas(x: number, y: number): Point;
  zoom(): number;
  panBy(dx: number, dy: number): void;
}

/** Elements on the canvas that handle the pointer themselves. */
const own =
  '.react-flow__handle, .react-flow__edge, .react-flow__edgeupdater, button, input, textarea, [data-floating]';

/**
 * The left button on the canvas: on a task it selects and drags, on the empty canvas it draws a selection rectangle. A
 * finger selects by a tap, moves what is selected, and opens the menu where it rests; otherwise it pans. It serves both
 * views of the canvas: nodes in the page, and (`overview`) blocks on the 2D canvas, which are found by their position.
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
        stopFollowing(stores);
        void flow.setViewport({ x: x + dx, y: y + dy, zoom });
      },
    };
    /** Whether the finger moves tasks, and not the canvas. */
    let grabs = false;
    const onPointerDownCapture = (event: ReactPointerEvent<HTMLElement>) => {
      grabs = false;
      if (event.button !== 0 || spaceHeld || !(event.target instanceof Element)) return;
      const at = lens.toCanvas(event.clientX, event.clientY);
      const hit = overview
        ? (canvas.getState().findBlockAt?.(at) ??
          findTaskAt(computeBoxesUnder(stores.document.getState().document, stores.view.getState().canvas.root), at) ??
          noteAt(stores, at))
        : event.target.closest<HTMLElement>('[data-task]')?.dataset.task;
      if (event.target.closest(own)) return;
      const {
        canvas: { selection },
      } = stores.view.getState();
      const task = hit === getFrame(stores) ? undefined : hit;
      if (event.pointerType === 'touch') {
        // A second finger is for the canvas: it zooms.
        if (!event.isPrimary) return;
        grabs = task !== undefined && selection.has(task);
        if (task !== undefined && grabs) dragTasks(stores, canvas, lens, event, task);
        else handleTouch(stores, canvas, event, task);
      } else if (task !== undefined) dragTasks(stores, canvas, lens, event, task);
      else drawMarquee(stores, canvas, lens, event);
    };
    const onTouchStartCapture = (event: TouchEvent) => {
      if (grabs && event.touches.length === 1) event.stopPropagation();
    };
    return { onPointerDownCapture, onTouchStartCapture };
  }, [overview, spaceHeld, stores, canvas, flow]);
}

const getFrame = ({ document, view }: AppStores) =>
  findCanvasFrame(document.getState().document, view.getState().canvas.root);
const isAdding = (event: ReactPointerEvent) => event.shiftKey || event.ctrlKey || event.metaKey;

function dragTasks(
  stores: AppStores,
  canvas: CanvasStore,
  lens: Lens,
  event: ReactPointerEvent<HTMLElement>,
  hit: string,
): void {
  const { view } = stores;
  const {
    canvas: { selection: before, root },
  } = view.getState();
  if (isAdding(event)) {
    selectTasks(view, before.has(hit) ? [...before].filter((id) => id !== hit) : [...before, hit]);
    if (before.has(hit)) return;
  } else if (!before.has(hit)) selectTasks(view, [hit]);

  const frame = getFrame(stores);
  const taskPaths = selectOutermost(listSelectedPaths(stores)).filter((taskPath) => taskPath !== frame);
  const { document } = stores.document.getState();
  const boxes = computeBoxesUnder(document, root);
  const start = lens.toCanvas(event.clientX, event.clientY);
  const notes = new Set<string>(listSelectedNotes(stores));
  const noted = computeNoteBoxes(stores).filter(({ key }) => notes.has(key));
  let drag: Positions = new Map();
  let corners: Positions = new Map();
  let point = start;
  let dropTarget: ((point: Point) => DropTarget) | undefined;
  const endDrag = () => {
    endGesture(view, 'drag');
    canvas.setState({ dropEdge: undefined, dropInto: undefined });
  };
  followPointer(event, {
    autoPan: (dx, dy) => lens.panBy(dx, dy),
    move(x, y) {
      const at = lens.toCanvas(x, y);
      const by: Point = [at[0] - start[0], at[1] - start[1]];
      const isFirst = drag.size === 0;
      drag = computeMoved(boxes, taskPaths, noted, by, ({ at: inside }) => inside);
      corners = computeMoved(boxes, taskPaths, noted, by, (box) => [box.x, box.y]);
      if (isFirst) beginGesture(view, { kind: 'drag', at: drag });
      else dragTo(view, drag);
      const corner = taskPaths.length === 1 && noted.length === 0 ? corners.get(hit) : undefined;
      void withEdits(({ dropTargets, findEdgeUnder: edgeUnder }) => {
        dropTarget ??= dropTargets(document, boxes, taskPaths, root);
        if (findDragged(view.getState()) !== drag) return;
        showTarget(canvas, dropTarget(at));
        if (corner) canvas.setState({ dropEdge: edgeUnder(document, boxes, hit, corner, lens.zoom()) });
      });
      point = at;
    },
    async drop() {
      await withEdits(async ({ dropTargets, dropTasks }) => {
        const { dropEdge: edge } = canvas.getState();
        const { into } = (dropTarget ?? dropTargets(document, boxes, taskPaths, root))(point);
        const place = edge === undefined ? into : ({ kind: 'graph', container: findContainerPath(edge.to) } as const);
        await dropTasks(stores, { into: place, corners, edge });
      });
      endDrag();
    },
    cancel: endDrag,
    hold: () => openMenu(canvas, event, isNoteKey(hit) ? 'note' : 'task'),
    click() {
      if (!isAdding(event) && before.size > 1) selectTasks(view, [hit]);
    },
  });
}

/** A finger on what is not selected: a tap selects it, and a moved finger pans the canvas. */
function handleTouch(
  { view }: AppStores,
  canvas: CanvasStore,
  event: ReactPointerEvent<HTMLElement>,
  task: TaskPath | undefined,
): void {
  const chooseTask = () => selectTasks(view, task === undefined ? [] : [task]);
  followPointer(event, {
    autoPan: () => undefined,
    move: () => undefined,
    drop: () => undefined,
    cancel: () => undefined,
    hold() {
      chooseTask();
      openMenu(canvas, event, task === undefined ? 'canvas' : isNoteKey(task) ? 'note' : 'task');
    },
    click: chooseTask,
  });
}

function drawMarquee(stores: AppStores, canvas: CanvasStore, lens: Lens, event: ReactPointerEvent<HTMLElement>): void {
  const { view, document } = stores;
  const {
    canvas: { root },
  } = view.getState();
  const frame = getFrame(stores);
  const kept = isAdding(event) ? view.getState().canvas.selection : new Set<string>();
  const start = lens.toCanvas(event.clientX, event.clientY);
  followPointer(event, {
    autoPan: (dx, dy) => lens.panBy(dx, dy),
    move(x, y) {
      const marquee = createRectBetween(start, lens.toCanvas(x, y));
      canvas.setState({ marquee });
      const found = computeNoteBoxes(stores).filter((box) => box.container === root && isTouching(box, marquee));
      const next = new Set([
        ...kept,
        ...findTasksIn(computeBoxesUnder(document.getState().document, root), marquee, frame),
        ...found.map(({ key }) => key),
      ]);
      const {
        canvas: { selection },
      } = view.getState();
      if (next.size !== selection.size || [...next].some((id) => !selection.has(id))) selectTasks(view, next);
    },
    drop: () => canvas.setState({ marquee: undefined }),
    cancel() {
      canvas.setState({ marquee: undefined });
      selectTasks(view, kept);
    },
    click() {
      if (!isAdding(event)) selectTasks(view, []);
    },
  });
}

/** The positions of tasks and notes after a move by some pixels of the canvas. */
function computeMoved(
  boxes: Boxes,
  taskPaths: readonly TaskPath[],
  notes: readonly NoteBox[],
  [dx, dy]: Point,
  positionOf: (box: Pick<Box, 'at' | 'x' | 'y'>) => Point,
): Positions {
  const positions = new Map<string, Point>();
  for (const note of notes) {
    const [x, y] = positionOf(note);
    positions.set(note.key, [x + dx, y + dy]);
  }
  for (const taskPath of taskPaths) {
    const box = boxes.get(taskPath);
    if (!box) continue;
    const [x, y] = positionOf(box);
    positions.set(taskPath, [x + dx, y + dy]);
  }
  return positions;
}

/** Lights the place under the pointer; only if it is another, as the canvas draws it. */
function showTarget(canvas: CanvasStore, dropInto: DropTarget): void {
  if (!isSameJson(canvas.getState().dropInto, dropInto)) canvas.setState({ dropInto });
}
