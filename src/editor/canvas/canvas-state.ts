import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Point } from '@/workflow/document';
import type { Rect } from '../geometry/node-geometry';

/** What a task that is added will be connected to: a wire was dropped, or an edge was hit. */
export interface AddConnection {
  readonly after?: string;
  readonly before?: string;
}

/** What a right click hit. */
export type MenuTarget = 'task' | 'edge' | 'canvas';

/**
 * Gestures in hand; gone with the canvas. Places on the canvas are in its own pixels, on the window in the window's.
 */
export interface CanvasState {
  /** What the left button draws on the empty canvas. */
  readonly marquee: Rect | undefined;
  /** The edge that a task will be dropped on. */
  readonly dropEdge: { readonly from: string; readonly to: string } | undefined;
  /** Why the wire in hand cannot end where the pointer is. */
  readonly refusal: string | undefined;
  readonly addMenu: { readonly at: Point; readonly connect: AddConnection } | undefined;
  readonly contextMenu: { readonly x: number; readonly y: number; readonly target: MenuTarget } | undefined;
}

export type CanvasStore = StoreApi<CanvasState>;

/** Makes the state of one canvas. */
export function createCanvasStore(): CanvasStore {
  return createStore<CanvasState>(() => ({
    marquee: undefined,
    dropEdge: undefined,
    refusal: undefined,
    addMenu: undefined,
    contextMenu: undefined,
  }));
}

const CanvasContext = createContext<CanvasStore | undefined>(undefined);
/** Gives the canvas and all in it their state. */
export const CanvasStateProvider = CanvasContext.Provider;

/** The store itself, for event handlers. Throws outside of a canvas. */
export function useCanvasStore(): CanvasStore {
  const store = useContext(CanvasContext);
  if (!store) throw new Error('No canvas above.');
  return store;
}

/** A part of the gestures in hand. */
export function useCanvasState<T>(selector: (state: CanvasState) => T): T {
  return useStore(useCanvasStore(), selector);
}
