import { useEffect, useState } from 'react';
import { useStores } from './context';
import type { LiveText } from './run-store';

/** How often a text that streams is renewed at most, in ms: faster than one reads, and a fifth of the work of each frame. */
const renewMs = 80;

/** What streams from a task now; undefined if nothing does. */
export function useLiveText(taskId: string): LiveText | undefined {
  const { run } = useStores();
  const [live, setLive] = useState(() => run.getState().live.get(taskId));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      timer = undefined;
      setLive(run.getState().live.get(taskId));
    };
    // Begun at random, so that many tasks do not renew in the same frame.
    timer = setTimeout(renew, Math.random() * renewMs);
    const leave = run.subscribe((state, before) => {
      if (state.live.get(taskId) !== before.live.get(taskId)) timer ??= setTimeout(renew, renewMs);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [run, taskId]);
  return live;
}
