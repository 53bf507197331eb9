import { useEffect, useState } from 'react';
import { useRun } from '@/state/context';
import type { RunPlace } from '@/worker/border/servers-api';
import { useApp } from '../app-context';

/** How often it is looked whether a server is back, in ms. */
const lookMs = 1000;

/** Where a run runs. */
interface FoundPlace {
  /** At a server; null: in this browser; undefined: not known yet. */
  readonly place: RunPlace | null | undefined;
  /** Looks again, such as after it was taken here. */
  readonly look: () => void;
}

/**
 * Where a run runs, looked at when `changed` changes and, if given, every `everyMs`. Without an id nothing is looked
 * for.
 */
export function usePlaceOf(id: string | undefined, changed: unknown, everyMs?: number): FoundPlace {
  const { servers } = useApp();
  const [times, setTimes] = useState(0);
  const [found, setFound] = useState<{ readonly id: string | undefined; readonly place: RunPlace | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked again when something changes, and on demand
  useEffect(() => {
    if (id === undefined) return;
    let wanted = true;
    const lookUpPlace = () =>
      servers.placeOf(id).then(
        (place) => wanted && setFound({ id, place: place ?? null }),
        () => wanted && setFound({ id, place: null }),
      );
    void lookUpPlace();
    const timer = everyMs === undefined ? undefined : setInterval(() => void lookUpPlace(), everyMs);
    return () => {
      wanted = false;
      clearInterval(timer);
    };
  }, [servers, id, changed, everyMs, times]);
  return { place: found?.id === id ? found?.place : undefined, look: () => setTimes((count) => count + 1) };
}

/** Where the shown run runs. While that is not here, it is looked at again and again. */
export function useRunPlace(): FoundPlace {
  const id = useRun((state) => state.executionId);
  const owner = useRun((state) => state.owner);
  return usePlaceOf(id, owner, owner === undefined || owner === 'here' ? undefined : lookMs);
}
