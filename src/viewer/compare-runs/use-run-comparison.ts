import type { Failure } from '@/base/errors';
import type { StoredComparison } from '@/run/runner';
import { useRuns, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';
import type { ComparedRuns } from '@/state/view-store';

/** The state of a comparison of two runs. `nothing`: there are not two runs to compare. */
export type RunComparisonState =
  | { readonly status: 'nothing' | 'working' }
  | { readonly status: 'failed'; readonly failure: Failure }
  | { readonly status: 'ready'; readonly ids: ComparedRuns; readonly comparison: StoredComparison };

/** Compares two runs, again whenever one of them has more events. */
export function useRunComparison(ids: ComparedRuns | undefined): RunComparisonState {
  const { services } = useStores();
  const isLoading = useRuns((state) => state.status === 'loading');
  const lengths = useRuns(({ entries }) =>
    entries.map(({ id, lastSeq }) => (id === ids?.first || id === ids?.second ? lastSeq : '')).join(''),
  );
  const [first, second] = [ids?.first, ids?.second];
  const { value, failure } = useAsked(
    [services, first, second, lengths],
    first === undefined || second === undefined
      ? undefined
      : async () => ({ ids: { first, second }, comparison: await services.runner.compare(first, second) }),
  );
  if (first === undefined || second === undefined) return { status: isLoading ? 'working' : 'nothing' };
  if (failure !== undefined) return { status: 'failed', failure };
  return value === undefined ? { status: 'working' } : { status: 'ready', ...value };
}
