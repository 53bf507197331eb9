import type { Point } from '@/workflow/document';
import type { NoteKey } from '@/workflow/notes';
import { type CanvasView, type Gesture, noGesture, type ViewState, type ViewStore } from '../view-store';
import { changeField } from './change-view';

type OnCanvas = Pick<ViewState, 'canvas'>;

const nothing: ReadonlyMap<string, Point> = new Map();

/** Begins a gesture, in place of the one that is being done, if any. */
export function beginGesture(view: ViewStore, gesture: Gesture): void {
  changeField(view, 'canvas', { gesture });
}

/** Moves what is being dragged. If it is not dragged any more, nothing moves. */
export function dragTo(view: ViewStore, at: ReadonlyMap<string, Point>): void {
  if (view.getState().canvas.gesture.kind === 'drag') beginGesture(view, { kind: 'drag', at });
}

/** Ends a gesture, unless another one has taken its place. */
export function endGesture(view: ViewStore, kind: Gesture['kind']): void {
  if (view.getState().canvas.gesture.kind === kind) beginGesture(view, noGesture);
}

/** The same canvas without a gesture. */
export function removeGesture(canvas: CanvasView): CanvasView {
  return canvas.gesture.kind === 'none' ? canvas : { ...canvas, gesture: noGesture };
}

/** Where the tasks and notes are that are being dragged; empty while none are. */
export function findDragged({ canvas: { gesture } }: OnCanvas): ReadonlyMap<string, Point> {
  return gesture.kind === 'drag' ? gesture.at : nothing;
}

/** The tasks that are being moved by keyboard. */
export function findMoved({ canvas: { gesture } }: OnCanvas): readonly string[] | undefined {
  return gesture.kind === 'move' ? gesture.tasks : undefined;
}

/** The task where the wire starts that is being drawn by keyboard. */
export function findWireStart({ canvas: { gesture } }: OnCanvas): string | undefined {
  return gesture.kind === 'connect' ? gesture.from : undefined;
}

/** The sticky note whose text is being written. */
export function findWrittenNote({ canvas: { gesture } }: OnCanvas): NoteKey | undefined {
  return gesture.kind === 'write' ? gesture.note : undefined;
}
