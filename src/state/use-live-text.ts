import { useEffect, useState } from 'react';
import type { JournalPath } from '@/run/journal-path';
import type { TaskPath } from '@/workflow/task-path';
import { useRun, useStores } from './context';
import { findLiveText, type StreamedText } from './run-store';

/**
 * The shortest time between two updates of a streaming text, in ms: faster than reading speed, and a fifth of the work
 * of an update every frame.
 */
const renewMs = 80;

/** The streaming text of a task path or of one instance; undefined if nothing streams, or if the person looks back. */
export function useLiveText(taskPath: TaskPath, instance?: JournalPath): StreamedText | undefined {
  const { run } = useStores();
  const looksBack = useRun(({ travel }) => travel !== undefined);
  const [live, setLive] = useState(() => findLiveText(run.getState().live, taskPath, instance));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const updateLive = () => {
      timer = undefined;
      setLive(findLiveText(run.getState().live, taskPath, instance));
    };
    // The first delay is random, so that many tasks do not update in the same frame.
    timer = setTimeout(updateLive, Math.random() * renewMs);
    const unsubscribe = run.subscribe((state, before) => {
      if (state.live === before.live) return;
      if (findLiveText(state.live, taskPath, instance) !== findLiveText(before.live, taskPath, instance))
        timer ??= setTimeout(updateLive, renewMs);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [run, taskPath, instance]);
  return looksBack ? undefined : live;
}
