import { useReactFlow, useStore, useStoreApi } from '@xyflow/react';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDocument, useStores, useView } from '@/state/context';
import { setRoot } from '@/state/view/canvas';
import { isCanvasCovered } from '@/state/view/panels';
import type { Viewport } from '@/state/view-store';
import { getMotionMs } from '@/ui/theme/motion';
import { findFunctionName } from '@/workflow/function-path';
import { isNoteKey } from '@/workflow/notes';
import { getRootPath } from '@/workflow/task-path';
import type { CanvasHandle } from '../actions/canvas-handle';
import { type Box, listTopBoxes, walkBoxesAt } from '../geometry/boxes';
import { computeFirstFit, computeLeastPan, isWhollyInView } from '../geometry/fit';
import { computeBounds, isInView, nodeWidth, type Rect } from '../geometry/node-geometry';
import { computeBoxesUnder, computeCanvasBounds } from '../geometry/root-boxes';
import { panTo } from './pan-to';
import { computeNoteBoxes } from './pointer/note-at';
import { getCovers } from './use-canvas-handle';

/** Below this zoom text cannot be read. */
export const readableZoom = 0.4;

/** Brings tasks into view when the view asks for it: by the least move, and never by another zoom. */
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
    const nowRoot = isInside ? root : findFunctionName(first) && getRootPath(first);
    if (!isInside) setRoot(view, nowRoot);
    const boxes = computeBoxesUnder(document.getState().document, nowRoot);
    const notes = computeNoteBoxes({ document, view }).filter(({ key }) => reveal.ids.includes(key));
    const bounds = computeBounds([...walkBoxesAt(boxes, reveal.ids), ...notes]);
    if (!bounds) return;
    const now = flow.getViewport();
    const next = computeLeastPan(bounds, now, store.getState());
    if (next !== now) panTo(flow, next);
  }, [reveal, handle, document, view, flow, store]);
}

/**
 * Brings the selection, or everything, back into view when the code panel opens or closes, and everything when the
 * canvas has become so small that nothing of it is in view, as by a question above it on a phone. Where a panel that
 * opens covers what is selected, or in a run the tasks that run, the view moves by the least that shows it. Under the
 * large drawer it stays as it was.
 */
export function useKeepInView(handle: CanvasHandle): void {
  const { document, view } = useStores();
  const mode = useView((state) => state.preferences.mode);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const seen = useRef({ mode, width, height });
  const flow = useReactFlow();
  const findLookedAt = useFindLookedAt();
  useEffect(() => {
    const before = seen.current;
    if (isCanvasCovered(view.getState()) || (before.width === width && before.height === height)) return;
    seen.current = { mode, width, height };
    if (before.width === 0) return;
    if (before.mode !== mode && before.width !== width) {
      view.requests.reveal.send([...view.getState().canvas.selection]);
      return;
    }
    const bounds = computeCanvasBounds(document.getState().document, view.getState().canvas.root);
    const isIn = (size: { readonly width: number; readonly height: number }) =>
      bounds !== undefined && isInView(bounds, flow.getViewport(), size);
    if (isIn(before) && !isIn({ width, height })) {
      handle.fit();
      return;
    }
    const [boxes, now] = [findLookedAt(), flow.getViewport()];
    const looked = computeBounds(boxes);
    if (looked === undefined || !isWhollyInView(looked, now, before)) return;
    const next = computeLeastPan(looked, now, { width, height });
    if (!isWhollyInView(looked, now, { width, height })) void flow.setViewport(next, { duration: getMotionMs() });
  }, [mode, width, height, document, view, flow, handle, findLookedAt]);
}

/** Finds the tasks that a person looks at: those selected, else those that run. */
function useFindLookedAt(): () => readonly (Box | undefined)[] {
  const { document, run, view } = useStores();
  return useCallback(() => {
    const { selection, root } = view.getState().canvas;
    const boxes = computeBoxesUnder(document.getState().document, root);
    if (selection.size > 0) return [...walkBoxesAt(boxes, [...selection])];
    const { tasks } = run.getState().run;
    return [...boxes.values()].filter(({ taskPath, open }) => !open && tasks.get(taskPath)?.status === 'running');
  }, [document, run, view]);
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

/**
 * Fits a workflow into view when it is opened, and again while the canvas gets its size and nobody has touched
 * anything. Returns false until that is done; nothing need be drawn before. Under the large drawer it waits for room.
 */
export function useFirstFit(): boolean {
  const stores = useStores();
  const flow = useReactFlow();
  const store = useStoreApi();
  const id = useDocument((state) => state.id);
  const isRead = useDocument((state) => state.sync !== 'reading' || Object.keys(state.document.tasks).length > 0);
  const canMove = useStore((state) => state.panZoom !== null);
  const width = useStore((state) => state.width);
  const height = useStore((state) => state.height);
  const [fitted, setFitted] = useState<string>();
  const isUntouched = useIsUntouched(id);
  const isCovered = useView(isCanvasCovered);
  useLayoutEffect(() => {
    if (!isRead || !canMove || isCovered || (fitted === id && !isUntouched())) return;
    const box = store.getState().domNode?.getBoundingClientRect();
    const { document } = stores.document.getState();
    const { root } = stores.view.getState().canvas;
    const bounds = computeCanvasBounds(document, root);
    const kept = stores.services.tabs.actions.kept(id)?.viewport;
    if (box && bounds) {
      const column = findFirstColumn(listTopBoxes(computeBoxesUnder(document, root)));
      // React Flow measures after the first frame, and after the frame in which the large drawer leaves.
      const size = box.width > 0 ? { width: box.width, height: box.height } : { width, height };
      void flow.setViewport(kept ?? computeFirstFit(bounds, column ?? bounds, size, getCovers(store, stores.view)));
    }
    setFitted(id);
  }, [id, isRead, canMove, isCovered, fitted, width, height, isUntouched, stores, flow, store]);
  return fitted === id;
}

/** Whether no key and no button was pressed, and no wheel turned, since a workflow was opened. */
function useIsUntouched(id: string): () => boolean {
  const touched = useRef<string>(undefined);
  useEffect(() => {
    const touch = () => {
      touched.current = id;
    };
    const kinds = ['keydown', 'pointerdown', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, touch, { capture: true, passive: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, touch, { capture: true });
    };
  }, [id]);
  return useCallback(() => touched.current !== id, [id]);
}

/** The rectangle around the tasks at the left. */
function findFirstColumn(tops: readonly Box[]): Rect | undefined {
  const left = Math.min(...tops.map(({ x }) => x));
  return computeBounds(tops.filter(({ x }) => x < left + nodeWidth));
}
