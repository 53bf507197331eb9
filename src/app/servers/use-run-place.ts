import { useEffect, useState } from 'react';
import { useRun } from '@/state/context';
import type { RunPlace } from '@/worker/border/servers-api';
import { useApp } from '../app-context';

/** How often it is looked whether a server is back, in ms. */
const lookMs = 1000;

/**
 * Where the shown run runs: at a server; null: in this browser; undefined: not known yet. `look` looks again, such as
 * after it was taken here.
 */
export function useRunPlace(): { readonly place: RunPlace | null | undefined; readonly look: () => void } {
  const { servers } = useApp();
  const id = useRun((state) => state.executionId);
  const owner = useRun((state) => state.owner);
  const [times, setTimes] = useState(0);
  const [found, setFound] = useState<{ readonly id: string | undefined; readonly place: RunPlace | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked again when the owner changes, and on demand
  useEffect(() => {
    if (id === undefined) return;
    let wanted = true;
    const look = () =>
      servers.placeOf(id).then(
        (place) => wanted && setFound({ id, place: place ?? null }),
        () => wanted && setFound({ id, place: null }),
      );
    void look();
    const timer = owner === undefined || owner === 'here' ? undefined : setInterval(() => void look(), lookMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [servers, id, owner, times]);
  return { place: found?.id === id ? found?.place : undefined, look: () => setTimes((count) => count + 1) };
}
