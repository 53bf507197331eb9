import { isUnfinished } from '@/run/is-unfinished';
import type { ListedStatus } from '@/run/listed-status';
import type { RunEntry } from '@/run/runner';
import { runName } from '@/state/runs-store';
import { runStatusWords } from '@/viewer/run-description/run-words';
import { formatWhen } from './format-when';

/** A filter of runs by their status. */
export type RunFilter = 'all' | 'open' | 'completed' | 'failed' | 'cancelled';

/** The available filters, in order. */
export const runFilters: readonly { readonly value: RunFilter; readonly label: string }[] = [
  { value: 'all', label: 'All runs' },
  { value: 'open', label: 'Running or waiting' },
  { value: 'completed', label: 'Done' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Cancelled' },
];

/** A run with its number among the runs of its workflow. */
export interface NumberedRun {
  readonly entry: RunEntry;
  readonly number: number;
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
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const named = /^\s*(?:run\s*)?(\d+)\s*$/i.exec(search)?.[1];
  const found: NumberedRun[] = [];
  for (const [index, entry] of entries.entries()) {
    if (!passes(entry.status, filter)) continue;
    const number = entries.length - index;
    if (named !== undefined) {
      if (number !== Number(named)) continue;
    } else if (words.length > 0) {
      const text = [runName(number), runStatusWords[entry.status].word, formatWhen(entry.startedAt), lineOf(entry)];
      const hay = text.join(' ').toLowerCase();
      if (!words.every((word) => hay.includes(word))) continue;
    }
    found.push({ entry, number });
  }
  return found;
}

function passes(status: ListedStatus, filter: RunFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'open') return isUnfinished(status);
  return status === filter;
}
