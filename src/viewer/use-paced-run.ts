import { useEffect, useRef, useState } from 'react';
import { useStores } from '@/state/context';
import type { RunViewState } from '@/state/run-store';

/**
 * How often what is drawn from a run is renewed at most, in ms: often enough to watch, and a small part of the work of
 * each batch.
 */
const renewMs = 250;

/**
 * A part of the run that is shown, renewed a few times a second: for what is long, or costly to make, as a run may have
 * thousands of events a second. Another run, and its end, are shown at once. `select` must give the same for the same
 * state.
 */
export function usePacedRun<T>(select: (state: RunViewState) => T): T {
  const { run } = useStores();
  const held = useRef<RunViewState>(undefined);
  held.current ??= run.getState();
  const chosen = useRef(select);
  chosen.current = select;
  const [, redraw] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const renew = () => {
      clearTimeout(timer);
      timer = undefined;
      last = performance.now();
      const before = held.current;
      held.current = run.getState();
      if (before === undefined || !Object.is(chosen.current(before), chosen.current(held.current))) {
        redraw((n) => n + 1);
      }
    };
    const leave = run.subscribe((state, before) => {
      const turn = state.executionId !== before.executionId || state.run.status !== before.run.status;
      const wait = turn ? 0 : last + renewMs - performance.now();
      if (wait <= 0) renew();
      else timer ??= setTimeout(renew, wait);
    });
    // What came between drawing and now.
    if (held.current !== run.getState()) renew();
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [run]);
  return select(held.current);
}
