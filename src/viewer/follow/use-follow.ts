import { useCallback, useEffect } from 'react';
import { useRun, useStores, useView } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import type { Follow } from '@/ui/list/use-newest';

/**
 * Follow mode: on by itself while the run that is shown goes on, until a person looks back; the same for all tabs of
 * the drawer.
 */
export function useFollow(): Follow {
  const { view } = useStores();
  const executionId = useRun((state) => state.executionId);
  const running = useRun(isRunning);
  const wish = useView((state) => (state.follow?.executionId === executionId ? state.follow?.on : undefined));
  const set = useCallback(
    (on: boolean) => {
      if (executionId !== undefined) view.setState({ follow: { executionId, on } });
    },
    [view, executionId],
  );
  // It does not stop by itself with the run: its last entries are still to come.
  useEffect(() => {
    if (running && wish === undefined) set(true);
  }, [running, wish, set]);
  return { on: wish ?? running, set };
}
