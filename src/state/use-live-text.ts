import { useEffect, useState } from 'react';
import type { JournalPath } from '@/run/journal-path';
import type { TaskPath } from '@/workflow/task-path';
import { useRun, useStores } from './context';
import { liveAt, type StreamedText } from './run-store';

/**
 * How often a text that streams is renewed at most, in ms: faster than one reads, and a fifth of the work of each
 * frame.
 */
const renewMs = 80;

/**
 * What streams now from the task at a place, or from one instance of it; undefined if nothing does, or one looks back.
 */
export function useLiveText(taskPath: TaskPath, instance?: JournalPath): StreamedText | undefined {
  const { run } = useStores();
  const looksBack = useRun(({ travel }) => travel !== undefined);
  const [live, setLive] = useState(() => liveAt(run.getState().live, taskPath, instance));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      timer = undefined;
      setLive(liveAt(run.getState().live, taskPath, instance));
    };
    // Begun at random, so that many tasks do not renew in the same frame.
    timer = setTimeout(renew, Math.random() * renewMs);
    const leave = run.subscribe((state, before) => {
      if (state.live === before.live) return;
      if (liveAt(state.live, taskPath, instance) !== liveAt(before.live, taskPath, instance))
        timer ??= setTimeout(renew, renewMs);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [run, taskPath, instance]);
  return looksBack ? undefined : live;
}
