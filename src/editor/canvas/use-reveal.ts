import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { setRoot } from '@/state/view/canvas';
import type { Viewport } from '@/state/view-store';
import { getMotionMs } from '@/ui/theme/motion';
import { findFunctionName } from '@/workflow/function-path';
import { isNoteKey } from '@/workflow/notes';
import { getRootPath } from '@/workflow/task-path';
import type { CanvasHandle } from '../actions/canvas-handle';
import { walkBoxesAt } from '../geometry/boxes';
import { computeBounds, computeViewport, isInView } from '../geometry/node-geometry';
import { computeBoxesUnder, computeCanvasBounds } from '../geometry/root-boxes';
import { computeNoteBoxes } from './pointer/note-at';
import { zoomLimits } from './use-canvas-handle';

/** Below this zoom text cannot be read. */
export const readableZoom = 0.4;

/** Brings tasks into view when the view asks for it. */
export function useReveal(handle: CanvasHandle): void {
  const { document, view } = useStores();
  const [reveal, setReveal] = useState<{ readonly ids: readonly string[] }>();
  /** What is asked for and not done yet: if the canvas goes before that, the next one does it. */
  const due = useRef<{ readonly ids: readonly string[]; readonly workflow: string }>(undefined);
  useEffect(() => {
    const stop = view.requests.reveal.serve((ids) => {
      due.current = { ids, workflow: document.getState().id };
      setReveal({ ids });
    });
    return () => {
      stop();
      if (due.current?.workflow === document.getState().id) view.requests.reveal.send(due.current.ids);
      due.current = undefined;
    };
  }, [document, view]);
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    if (!reveal) return;
    due.current = undefined;
    if (reveal.ids.length === 0) {
      handle.fit();
      return;
    }
    const { root } = view.getState().canvas;
    const [first = ''] = reveal.ids;
    const isInside =
      root === undefined
        ? findFunctionName(first) === undefined
        : reveal.ids.some((id) => id === root || id.startsWith(`${root}/`) || isNoteKey(id));
    // What is asked for is elsewhere.
    const now = isInside ? root : findFunctionName(first) && getRootPath(first);
    if (!isInside) setRoot(view, now);
    const boxes = computeBoxesUnder(document.getState().document, now);
    const notes = computeNoteBoxes({ document, view }).filter(({ key }) => reveal.ids.includes(key));
    const bounds = computeBounds([...walkBoxesAt(boxes, reveal.ids), ...notes]);
    if (!bounds) return;
    const { width, height } = store.getState();
    const { x, y, zoom } = flow.getViewport();
    const margin = 16;
    const seen =
      bounds.x * zoom + x >= margin &&
      bounds.y * zoom + y >= margin &&
      (bounds.x + bounds.width) * zoom + x <= width - margin &&
      (bounds.y + bounds.height) * zoom + y <= height - margin;
    if (seen && zoom >= readableZoom) return;
    const fit = computeViewport(bounds, width, height, zoomLimits.min).zoom;
    const next = Math.min(Math.max(zoom, readableZoom * 2), fit);
    const middle = [bounds.x + bounds.width / 2, bounds.y + bounds.height / 2] as const;
    void flow.setCenter(...middle, { zoom: next, duration: getMotionMs() });
  }, [reveal, handle, document, view, flow, store]);
}

/**
 * Brings the selection, or everything, back into view when the code panel opens or closes, and everything when the
 * canvas has become so small that nothing of it is in view, as by a question above it on a phone.
 */
export function useKeepInView(handle: CanvasHandle): void {
  const { document, view } = useStores();
  const mode = useView((state) => state.preferences.mode);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const seen = useRef({ mode, width, height });
  const flow = useReactFlow();
  useEffect(() => {
    const before = seen.current;
    if (before.width === width && before.height === height) return;
    seen.current = { mode, width, height };
    if (before.width === 0) return;
    if (before.mode !== mode && before.width !== width) {
      view.requests.reveal.send([...view.getState().canvas.selection]);
      return;
    }
    const bounds = computeCanvasBounds(document.getState().document, view.getState().canvas.root);
    const isIn = (size: { readonly width: number; readonly height: number }) =>
      bounds !== undefined && isInView(bounds, flow.getViewport(), size);
    if (isIn(before) && !isIn({ width, height })) handle.fit();
  }, [mode, width, height, document, view, flow, handle]);
}

/**
 * Shows the whole of a container when the canvas is opened at it, and the container when it is left; if the view asks
 * for it, the part of a workflow that was shown before another one was, once the workflow is `ready`.
 */
export function useRootInView(handle: CanvasHandle, ready: boolean): void {
  const { view } = useStores();
  const root = useView((state) => state.canvas.root);
  const flow = useReactFlow();
  const shown = useRef(root);
  const [asked, setAsked] = useState<Viewport>();
  useEffect(() => view.requests.viewport.serve(setAsked), [view]);
  useEffect(() => {
    const isOther = shown.current !== root;
    shown.current = root;
    if (asked === undefined) {
      if (isOther) handle.fit();
    } else if (ready) {
      void flow.setViewport(asked);
      setAsked(undefined);
    }
  }, [root, asked, ready, handle, flow]);
}

/** Fits a workflow into view when it is opened. Returns false until that is done; nothing need be drawn before. */
export function useFirstFit(): boolean {
  const stores = useStores();
  const flow = useReactFlow();
  const store = useStoreApi();
  const id = useDocument((state) => state.id);
  const isRead = useDocument((state) => state.sync !== 'reading' || Object.keys(state.document.tasks).length > 0);
  const canMove = useStore((state) => state.panZoom !== null);
  const [fitted, setFitted] = useState<string>();
  useLayoutEffect(() => {
    if (!isRead || !canMove || fitted === id) return;
    const box = store.getState().domNode?.getBoundingClientRect();
    const bounds = computeCanvasBounds(stores.document.getState().document, stores.view.getState().canvas.root);
    const kept = stores.services.tabs.actions.kept(id)?.viewport;
    if (box && bounds) void flow.setViewport(kept ?? computeViewport(bounds, box.width, box.height, zoomLimits.min));
    setFitted(id);
  }, [id, isRead, canMove, fitted, stores, flow, store]);
  return fitted === id;
}
