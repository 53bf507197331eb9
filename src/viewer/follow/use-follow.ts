import { useCallback, useEffect } from 'react';
import { useRun, useStores, useView } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { followRun } from '@/state/view/shown-run';
import type { Follow } from '@/ui/list/use-newest';

/**
 * Follow mode: on by default while the shown run is active, until a person scrolls back. All tabs of the drawer share
 * it.
 */
export function useFollow(): Follow {
  const { view } = useStores();
  const executionId = useRun((state) => state.executionId);
  const running = useRun(isRunning);
  const wish = useView((state) =>
    state.shownRun.follow?.executionId === executionId ? state.shownRun.follow?.on : undefined,
  );
  const set = useCallback(
    (on: boolean) => {
      if (executionId !== undefined) followRun(view, executionId, on);
    },
    [view, executionId],
  );
  // It does not end with the run: the last entries are still to come.
  useEffect(() => {
    if (running && wish === undefined) set(true);
  }, [running, wish, set]);
  return { on: wish ?? running, set };
}
