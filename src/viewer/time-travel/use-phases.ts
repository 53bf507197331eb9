import { useMemo } from 'react';
import { useRun, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import { readTimes, type TimedEvent } from './event-times';
import { buildPhases, type Phase } from './phases';

const noTimes: readonly TimedEvent[] = [];

/** The phases of the shown run up to the present; empty until they are known. */
export function usePhases(): readonly Phase[] {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const present = useRun((state) => state.present);
  const resting = present.status !== 'running';
  // While the run is active they are updated a few times, not with every event.
  const upTo = resting ? present.seq : 2 ** Math.floor(Math.log2(Math.max(1, present.seq)));
  const { value: times = noTimes } = useAsked(
    [services, executionId, upTo],
    executionId === undefined ? undefined : () => readTimes(services.runner, executionId, upTo),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: of a run that goes on they are renewed with the times
  return useMemo(() => buildPhases(present, times, present.seq), [times, resting, executionId]);
}
