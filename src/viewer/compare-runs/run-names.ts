import { useRuns } from '@/state/context';
import { findRunName } from '@/state/runs-store';
import type { ComparedRuns } from '@/state/view-store';

/** The names of both runs: `Run 12`. */
export interface RunNames {
  readonly first: string;
  readonly second: string;
}

/** The names of the runs that are compared. */
export function useRunNames({ first, second }: ComparedRuns): RunNames {
  const entries = useRuns((state) => state.entries);
  return { first: findRunName(entries, first), second: findRunName(entries, second) };
}
