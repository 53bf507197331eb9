import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TaskPlace } from '@/workflow/commands/places/task-place';
import type { Point } from '@/workflow/document';
import type { TaskPath } from '@/workflow/task-path';
import type { Rect } from '../geometry/node-geometry';

/** What a new task is connected to: the task a wire was dropped from, or the edge that was hit. */
export interface AddConnection {
  readonly after?: string;
  readonly before?: string;
}

/** Where dragged tasks would be dropped, and why they cannot be. */
export interface DropTarget {
  readonly into: TaskPlace;
  readonly refusal: string | undefined;
  /** Whether they are there already. */
  readonly isHome: boolean;
}

/** What a menu is of: what a right click hit. */
export type MenuTarget = 'task' | 'note' | 'edge' | 'canvas';

/** The menu that is asked for at a point of the window, in pixels; `selected`: by key, of what is selected. */
export interface AskedMenu {
  readonly x: number;
  readonly y: number;
  readonly target: MenuTarget | 'selected';
}

/**
 * The gestures in progress. They end with the canvas. `Point`s on the canvas are in its own pixels; others are in those
 * of the window.
 */
export interface CanvasState {
  /** The selection rectangle that the left button draws on the empty canvas. */
  readonly marquee: Rect | undefined;
  /** The edge into which a dragged task will be dropped. */
  readonly dropEdge: { readonly from: string; readonly to: string } | undefined;
  /** Why the wire being drawn cannot end where the pointer is. */
  readonly refusal: string | undefined;
  /** `isAimed`: the task goes to where the menu is, not to what is selected. */
  readonly addMenu: { readonly at: Point; readonly connect: AddConnection; readonly isAimed: boolean } | undefined;
  /** Where what is being dragged would go: the container and, in a list, the number of the one that it goes before. */
  readonly dropInto: DropTarget | undefined;
  /** The task whose node, bar or list of ports the pointer is over. */
  readonly hovered: TaskPath | undefined;
  /** Finds the task whose bar or block is drawn at a point of the canvas; undefined: tasks are elements of the page. */
  readonly findBlockAt: ((point: Point) => TaskPath | undefined) | undefined;
  /** The task from whose output a wire is being drawn by pointer. */
  readonly wireFrom: TaskPath | undefined;
  /** Why the task to which the arrows have led cannot be connected by keyboard. */
  readonly keyRefusal: string | undefined;
  /** The menu in which a port is chosen for a wire. `isNew`: for the name of a new input. */
  readonly portMenu: { readonly from: TaskPath; readonly to: TaskPath; readonly isNew: boolean } | undefined;
  /** What is chosen in that menu, in words. */
  readonly portChosen: string | undefined;
  readonly contextMenu: AskedMenu | undefined;
}

export type CanvasStore = StoreApi<CanvasState>;

/** Makes the state of one canvas. */
export function createCanvasStore(): CanvasStore {
  return createStore<CanvasState>(() => ({
    marquee: undefined,
    dropEdge: undefined,
    refusal: undefined,
    addMenu: undefined,
    dropInto: undefined,
    hovered: undefined,
    findBlockAt: undefined,
    wireFrom: undefined,
    keyRefusal: undefined,
    portMenu: undefined,
    portChosen: undefined,
    contextMenu: undefined,
  }));
}

const CanvasContext = createContext<CanvasStore | undefined>(undefined);
/** Provides the canvas state to the canvas and everything in it. */
export const CanvasStateProvider = CanvasContext.Provider;

/** The store itself, for event handlers. Throws outside of a canvas. */
export function useCanvasStore(): CanvasStore {
  const store = useContext(CanvasContext);
  if (!store) throw new Error('No canvas above.');
  return store;
}

/** Selects a part of the canvas state. */
export function useCanvasState<T>(selector: (state: CanvasState) => T): T {
  return useStore(useCanvasStore(), selector);
}

/** Opens a context menu at a point of the window, in pixels. */
export function openMenu(
  canvas: CanvasStore,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  target: AskedMenu['target'],
): void {
  canvas.setState({ contextMenu: { x: clientX, y: clientY, target } });
}
