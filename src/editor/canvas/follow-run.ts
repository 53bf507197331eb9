import { useReactFlow, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import { computeTaskSums } from '@/run/line/task-sums';
import { useStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { isCanvasCovered } from '@/state/view/panels';
import { isFollowing, stopFollowing } from '@/state/view/shown-run';
import { walkBoxesAt } from '../geometry/boxes';
import { computeLeastPan, isWhollyInView } from '../geometry/fit';
import { computeBounds } from '../geometry/node-geometry';
import { computeBoxesUnder } from '../geometry/root-boxes';
import { panTo } from './pan-to';

/** While the shown run is followed, pans by the least to the tasks that run; a selection ends that. */
export function FollowRun(): null {
  const stores = useStores();
  const flow = useReactFlow();
  const store = useStoreApi();
  useEffect(() => {
    const { document, run, view } = stores;
    let shown = '';
    const showWorking = () => {
      const state = run.getState();
      if (isCanvasCovered(view.getState())) return;
      if (!isRunning(state) || !isFollowing(view.getState(), state)) return;
      const { working } = computeTaskSums(state.present);
      const key = working.join(' ');
      if (key === shown) return;
      shown = key;
      const boxes = [
        ...walkBoxesAt(computeBoxesUnder(document.getState().document, view.getState().canvas.root), working),
      ];
      const size = store.getState();
      const now = flow.getViewport();
      const pan = (bounds: ReturnType<typeof computeBounds>) => bounds && computeLeastPan(bounds, now, size);
      // Those that do not fit side by side are not all shown: then the newest.
      const all = computeBounds(boxes);
      const next = pan(all);
      if (all === undefined || next === undefined) return;
      const best = isWhollyInView(all, next, size) ? next : pan(computeBounds(boxes.slice(-1)));
      if (best !== undefined && best !== now) panTo(flow, best);
    };
    const stops = [
      run.subscribe((state, before) => state.present.tasks !== before.present.tasks && showWorking()),
      view.subscribe((state, before) => {
        if (state.canvas.selection !== before.canvas.selection && state.canvas.selection.size > 0)
          stopFollowing(stores);
        if (state.shownRun.follow === before.shownRun.follow) return;
        shown = '';
        showWorking();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [stores, flow, store]);
  return null;
}
