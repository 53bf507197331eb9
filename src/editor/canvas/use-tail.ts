import { useEffect, useState } from 'react';
import { useStores } from '@/state/context';
import type { RunViewState } from '@/state/run-store';

/** Most characters of what streams that can be seen in three lines. */
const tailLength = 120;
/** How often the text of a node is renewed at most, in ms: faster than one reads, and a fifth of the work of each frame. */
const renewMs = 80;

/** The end of what streams into a task now; undefined if nothing does. */
export function useTail(id: string): string | undefined {
  const { run } = useStores();
  const [tail, setTail] = useState(() => tailOf(run.getState(), id));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      timer = undefined;
      setTail(tailOf(run.getState(), id));
    };
    // Begun at random, so that many nodes do not renew in the same frame.
    timer = setTimeout(renew, Math.random() * renewMs);
    const leave = run.subscribe((state, before) => {
      if (state.live.get(id) !== before.live.get(id)) timer ??= setTimeout(renew, renewMs);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [run, id]);
  return tail;
}

function tailOf({ live }: RunViewState, id: string): string | undefined {
  return live.get(id)?.text.slice(-tailLength);
}
