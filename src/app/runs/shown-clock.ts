import { isUnfinished } from '@/run/is-unfinished';
import { computeRunClock } from '@/run/time-taken';
import type { RunViewState } from '@/state/run-store';

/** The highest clock that was shown of the run whose clock went last. */
let highest = { executionId: '', ms: 0 };

/** What the clock of the shown run says, in ms: it goes on between two events, and does not go back at the next one. */
export function readShownClock(
  { executionId, present, owner }: Pick<RunViewState, 'executionId' | 'present' | 'owner'>,
  now: number,
): number | undefined {
  const ms = computeRunClock(present, owner === 'nobody' ? undefined : now);
  if (ms === undefined || executionId === undefined) return ms;
  if (highest.executionId === executionId && highest.ms > ms) return highest.ms;
  // Of a run whose owner is not known yet, it may be that nobody has run it since long ago.
  const isGoing = isUnfinished(present.status) && (owner === 'here' || owner === 'elsewhere');
  if (isGoing) highest = { executionId, ms };
  return ms;
}
