import { useEffect, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { StoredComparison } from '@/run/runner';
import { useRuns, useStores, useView } from '@/state/context';
import { earlierThan } from '@/state/runs-store';
import type { ComparedRuns } from '@/state/view-store';

/** The state of a comparison of two runs. `nothing`: there are not two runs to compare. */
export type RunComparisonState =
  | { readonly status: 'nothing' | 'working' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly ids: ComparedRuns; readonly comparison: StoredComparison };

/** The runs to compare: those that were chosen, otherwise the newest and what it was forked from, or the one before. */
export function useComparedRuns(): ComparedRuns | undefined {
  const chosen = useView(({ screen }) => (screen.at === 'compare-runs' ? screen.runs : undefined));
  const entries = useRuns((state) => state.entries);
  const [newest] = entries;
  return chosen ?? (newest && earlierThan(entries, newest.id));
}

/** Compares two runs, again whenever one of them has more events. */
export function useRunComparison(ids: ComparedRuns | undefined): RunComparisonState {
  const { services } = useStores();
  const isLoading = useRuns((state) => state.status === 'loading');
  const lengths = useRuns(({ entries }) =>
    entries.map(({ id, lastSeq }) => (id === ids?.first || id === ids?.second ? lastSeq : '')).join(''),
  );
  const [state, setState] = useState<RunComparisonState>({ status: 'working' });
  const [first, second] = [ids?.first, ids?.second];
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares again when a run has grown
  useEffect(() => {
    let isWanted = true;
    const show = (next: RunComparisonState) => isWanted && setState(next);
    if (first === undefined || second === undefined) show({ status: isLoading ? 'working' : 'nothing' });
    else {
      services.runner.compare(first, second).then(
        (comparison) => show({ status: 'ready', ids: { first, second }, comparison }),
        (error: unknown) => show({ status: 'failed', failure: toFailure(error) }),
      );
    }
    return () => {
      isWanted = false;
    };
  }, [services, first, second, lengths, isLoading]);
  return state;
}
