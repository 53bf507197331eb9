import type { ViewStore } from '@/state/view-store';
import type { Point } from '@/workflow/document';
import type { TaskPath } from '@/workflow/task-path';
import type { Viewport } from '../geometry/node-geometry';

/** What actions can do with the mounted canvas. Points are in pixels of the canvas, not of the screen. */
export interface CanvasHandle {
  /** Zooms in (above 1) or out (below 1) around the middle. */
  zoomBy(factor: number): void;
  /** Zooms to 100 % around the middle. */
  zoomToFull(): void;
  /** Shows everything. */
  fit(): void;
  /** Where a new task goes: under the pointer if it is over the canvas, else the middle of the visible part. */
  place(): Point;
  /** The pointer, if it is over the canvas. */
  pointer(): Point | undefined;
  /**
   * Opens the menu of task types: for the task after the selected one, else at the pointer or, if that is elsewhere,
   * for the selected container.
   */
  openAddMenu(): Promise<void>;
  /** Opens the menu of a task's ports, to connect one of them; false: these tasks cannot be connected. */
  openPortMenu(from: TaskPath, to: TaskPath): boolean;
  focus(): void;
  /** The part that is shown: screen = canvas × zoom + offset. */
  viewport(): Viewport;
}

const mounted = new WeakMap<ViewStore, CanvasHandle>();

/** Registers the canvas that shows this view. The returned function unregisters it. */
export function mountCanvas(view: ViewStore, handle: CanvasHandle): () => void {
  mounted.set(view, handle);
  return () => mounted.delete(view);
}

/** The canvas that shows this view; undefined while only code is shown. */
export function getCanvas(view: ViewStore): CanvasHandle | undefined {
  return mounted.get(view);
}
