import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import { useStores } from '@/state/context';
import type { ViewStore } from '@/state/view-store';
import { getMotionMs } from '@/ui/theme/motion';
import type { Point } from '@/workflow/document';
import { findContainerPath } from '@/workflow/task-path';
import { type CanvasHandle, mountCanvas } from '../actions/canvas-handle';
import { withEdits } from '../actions/with-edits';
import { computeFit, listCovers } from '../geometry/fit';
import { computeCanvasBounds } from '../geometry/root-boxes';
import { useCanvasStore } from './canvas-state';
import { computeNoteBoxes } from './pointer/note-at';

/** What lies over the canvas when everything is in sight: then the map is there only if a person wants it. */
export function getCovers(store: ReturnType<typeof useStoreApi>, view: ViewStore): ReturnType<typeof listCovers> {
  return listCovers(store.getState(), view.getState().preferences.map === 'on');
}

/**
 * Registers the canvas as the target of actions. The second value is called with the pointer's position, and with
 * undefined when the pointer leaves.
 */
export function useCanvasHandle(): readonly [CanvasHandle, (place: Point | undefined) => void] {
  const { document, view } = useStores();
  const canvas = useCanvasStore();
  const flow = useReactFlow();
  const store = useStoreApi();
  const pointer = useRef<Point | undefined>(undefined);
  const handle = useMemo((): CanvasHandle => {
    const smoothly = () => ({ duration: getMotionMs() });
    const middle = (): Point => {
      const { transform, width, height } = store.getState();
      return [(width / 2 - transform[0]) / transform[2], (height / 2 - transform[1]) / transform[2]];
    };
    const getPointed = (): Point | undefined => {
      if (!pointer.current) return undefined;
      const at = flow.screenToFlowPosition({ x: pointer.current[0], y: pointer.current[1] });
      return [at.x, at.y];
    };
    const getPlace = () => getPointed() ?? middle();
    return {
      zoomBy: (factor) => void flow.zoomTo(flow.getZoom() * factor),
      zoomToFull: () => void flow.zoomTo(1, smoothly()),
      fit() {
        const bounds = computeCanvasBounds(
          document.getState().document,
          view.getState().canvas.root,
          computeNoteBoxes({ document, view }),
        );
        if (bounds) void flow.setViewport(computeFit(bounds, store.getState(), getCovers(store, view)), smoothly());
      },
      place: getPlace,
      pointer: getPointed,
      openAddMenu: () =>
        withEdits(({ findNextPlace }) => {
          const next = findNextPlace({ document, view });
          const menu = next
            ? { at: next.at, connect: { after: next.after }, isAimed: false }
            : { at: getPlace(), connect: {}, isAimed: getPointed() !== undefined };
          canvas.setState({ addMenu: menu });
        }),
      openPortMenu(from, to) {
        if (findContainerPath(from) !== findContainerPath(to)) return false;
        canvas.setState({ portMenu: { from, to, isNew: false } });
        return true;
      },
      viewport: () => flow.getViewport(),
      focus: () => store.getState().domNode?.focus({ preventScroll: true }),
    };
  }, [document, view, canvas, flow, store]);
  useEffect(() => mountCanvas(view, handle), [view, handle]);
  return useMemo(
    () => [
      handle,
      (place) => {
        pointer.current = place;
      },
    ],
    [handle],
  );
}
