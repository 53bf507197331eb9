import { formatCount } from '@/base/figures';
import { listedStatuses } from '@/run/listed-status';
import type { SearchProgress } from '@/run/search/found-run';
import type { QueryStatus, SearchedPlace } from '@/run/search/run-query';
import { runStatusWords } from '@/viewer/run-description/run-words';

/** Where a text is searched. */
export const placeOptions: readonly { readonly value: SearchedPlace | ''; readonly label: string }[] = [
  { value: '', label: 'Everywhere' },
  { value: 'prompts', label: 'In prompts' },
  { value: 'outputs', label: 'In outputs' },
  { value: 'notes', label: 'In notes' },
];

/** Runs of this browser move to no other machine. */
const ownStatuses = listedStatuses.filter((status) => status !== 'moving');

/** How a run stands. */
export const statusOptions: readonly { readonly value: QueryStatus | ''; readonly label: string }[] = [
  { value: '', label: 'Any status' },
  { value: 'open', label: 'Not ended' },
  ...ownStatuses.map((value) => ({ value, label: runStatusWords[value].word })),
];

/** What could not be searched, in sentences; empty: everything could. */
export function formatLacks({ goneTexts, goneRuns, damagedRuns }: SearchProgress): string {
  const gone = `${formatCount(goneTexts, 'text')} of ${formatCount(goneRuns, 'run')}`;
  return [
    goneTexts > 0 && `${gone} ${goneTexts === 1 ? 'is' : 'are'} no longer stored. Only the start of each was searched.`,
    damagedRuns > 0 && `${formatCount(damagedRuns, 'run')} could not be read as a whole.`,
  ]
    .filter(Boolean)
    .join(' ');
}
