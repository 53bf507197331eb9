import type { RunEntry } from '@/run/runner';

/**
 * The runs of the tree of forks that a run is in, in the order of the list: what it was forked from, as far as that is
 * listed, and every fork of these. Only the run itself: it has no forks, and is none.
 */
export function listForkTree<R extends Pick<RunEntry, 'id' | 'forkedFrom'>>(
  entries: readonly R[],
  id: string,
): readonly R[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const rootOf = new Map<string, string>();
  const root = (entry: R): string => {
    const known = rootOf.get(entry.id);
    if (known !== undefined) return known;
    // A damaged list could lead in a circle.
    rootOf.set(entry.id, entry.id);
    const source = entry.forkedFrom && byId.get(entry.forkedFrom.executionId);
    const found = source === undefined ? entry.id : root(source);
    rootOf.set(entry.id, found);
    return found;
  };
  const own = byId.get(id);
  if (own === undefined) return [];
  const wanted = root(own);
  return entries.filter((entry) => root(entry) === wanted);
}
