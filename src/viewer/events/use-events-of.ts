import { useEffect, useState } from 'react';
import type { RunEvent } from '@/run/events';
import { taskPlaceOf } from '@/run/path';
import { useRun, useStores } from '@/state/context';
import type { Place } from '@/workflow/place';

const page = 1000;
/** Most events of a place that are kept: the newest. */
const most = 5000;

interface Found {
  readonly executionId: string;
  readonly place: Place;
  /** Number of the last event that was looked at. */
  readonly upTo: number;
  readonly events: readonly RunEvent[];
}

/** The events of a place and of all within it. The log is read through page by page, and only these are kept. */
export function useEventsOf(place: Place | undefined): readonly RunEvent[] {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const last = useRun((state) => state.run.seq);
  const [found, setFound] = useState<Found>();
  const current = found?.executionId === executionId && found?.place === place ? found : undefined;
  const upTo = current?.upTo ?? 0;

  useEffect(() => {
    if (place === undefined || executionId === undefined || upTo >= last) return;
    let wanted = true;
    services.runner.readEvents(executionId, upTo + 1, page).then(
      (events) => {
        if (!wanted || events.length === 0) return;
        const own = events.filter((event) => isWithin(taskPlaceOf(event.path), place));
        const before = current?.events ?? [];
        const kept = own.length === 0 ? before : [...before, ...own].slice(-most);
        setFound({ executionId, place, upTo: upTo + events.length, events: kept });
      },
      // What cannot be read is told where all events are shown.
      () => undefined,
    );
    return () => {
      wanted = false;
    };
  }, [services, executionId, place, upTo, last, current]);
  return current?.events ?? [];
}

function isWithin(place: Place, outer: Place): boolean {
  return place === outer || place.startsWith(`${outer}/`);
}
