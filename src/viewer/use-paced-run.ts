import { useEffect, useRef, useState } from 'react';
import { useStores } from '@/state/context';
import type { RunViewState } from '@/state/run-store';

/**
 * The shortest time between two updates of views of a run, in ms: short enough to watch, and long enough that drawing
 * takes a small part of the time.
 */
const renewMs = 250;

/**
 * A part of the shown run, updated a few times a second. It is for long or costly views, because a run may have
 * thousands of events a second. Another run, and the end of a run, are shown at once. `select` must return the same
 * value for the same state.
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
    const renewRun = () => {
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
      if (wait <= 0) renewRun();
      else timer ??= setTimeout(renewRun, wait);
    });
    // The run may have changed between rendering and subscribing.
    if (held.current !== run.getState()) renewRun();
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [run]);
  return select(held.current);
}
