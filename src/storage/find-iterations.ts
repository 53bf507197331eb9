import {
  createIterationMatcher,
  type IterationLog,
  type IterationPage,
  type IterationQuery,
} from '@/run/iteration-log';

/** A page of the iterations that match a query, from all iterations of a run in the order of their ordinals. */
export function findIterations(all: readonly IterationLog[], query: IterationQuery): IterationPage {
  const { direction, limit, from } = query;
  const matches = createIterationMatcher(query);
  const forward = direction === 'forward';
  const begin = from ?? (forward ? 1 : Number.POSITIVE_INFINITY);
  const iterations: IterationLog[] = [];
  for (const log of forward ? all : all.toReversed()) {
    if (forward ? log.ordinal < begin : log.ordinal > begin) continue;
    if (!matches(log)) continue;
    if (iterations.length === limit) return { iterations, next: log.ordinal };
    iterations.push(log);
  }
  return { iterations, next: null };
}
