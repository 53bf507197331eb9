import { formatAnnotations } from '@/run/annotations';
import type { RunEntry } from '@/run/runner';
import { isMatchingHead, type RunQuery } from '@/run/search/run-query';
import { listRunNames } from '@/state/runs-store';
import { runStatusWords } from '@/viewer/run-description/run-words';
import { formatWhen } from './format-when';

/** A filter of the runs of a workflow. */
export type RunFilter = 'all' | 'open' | 'completed' | 'failed' | 'cancelled' | 'starred';

/** The available filters, in order. */
export const runFilters: readonly { readonly value: RunFilter; readonly label: string }[] = [
  { value: 'all', label: 'All runs' },
  { value: 'open', label: 'Running or waiting' },
  { value: 'completed', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'starred', label: 'Starred' },
];

/** A run with its number among the runs of its workflow. */
export interface NumberedRun {
  readonly entry: RunEntry;
  readonly number: number;
  /** Its name on screen: dry runs are counted apart. */
  readonly name: string;
}

/**
 * The runs that match a filter and contain all words of a search, in order. `Run 18`, or the number alone, matches only
 * that run. `lineOf`: the line under a name.
 */
export function findRuns(
  entries: readonly RunEntry[],
  filter: RunFilter,
  search: string,
  lineOf: (entry: RunEntry) => string,
): readonly NumberedRun[] {
  const query = buildQuery(filter);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const named = /^\s*(dry run|run)?\s*(\d+)\s*$/i.exec(search);
  const names = listRunNames(entries);
  const found: NumberedRun[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!isMatchingHead(entry, query)) continue;
    const number = entries.length - index;
    const name = names.get(entry.id) ?? 'Run';
    if (named !== null) {
      const [kind, own] = [named[1] ?? name.replace(/ \d+$/, ''), Number(named[2])];
      if (name.toLowerCase() !== `${kind} ${own}`.toLowerCase()) continue;
    } else if (words.length > 0) {
      const { status, startedAt, annotations } = entry;
      const text = [name, runStatusWords[status].word, formatWhen(startedAt), lineOf(entry)];
      const hay = [...text, formatAnnotations(annotations)].join(' ').toLowerCase();
      if (!words.every((word) => hay.includes(word))) continue;
    }
    found.push({ entry, number, name });
  }
  return found;
}

function buildQuery(filter: RunFilter): RunQuery {
  if (filter === 'all') return {};
  return filter === 'starred' ? { starred: true } : { status: filter };
}
