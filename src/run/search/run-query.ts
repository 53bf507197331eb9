import type { Annotations } from '../annotations';
import { isUnfinished } from '../is-unfinished';
import { type ListedStatus, listedStatuses } from '../listed-status';
import type { RunTotals } from '../run-state';

/** Which runs are meant by their status; `open`: those that have not ended. */
export const queryStatuses = ['open', ...listedStatuses] as const;
export type QueryStatus = (typeof queryStatuses)[number];

/** Where a text is searched. */
export const searchedPlaces = ['prompts', 'outputs', 'notes'] as const;
export type SearchedPlace = (typeof searchedPlaces)[number];

/** Selects runs, and places in them. A run must meet every condition given; letter case is ignored. */
export interface RunQuery {
  /** Terms that all occur in one text, see `searchTerms`. */
  readonly text?: string;
  /** Left out: everywhere. */
  readonly place?: SearchedPlace;
  readonly workflowId?: string;
  readonly status?: QueryStatus;
  readonly starred?: true;
  /** A tag, whole. */
  readonly tag?: string;
  /** Words in the path of a task. */
  readonly task?: string;
  /** Words in the name of a model that was called, as `provider:name`. */
  readonly model?: string;
  /** USD that the run itself cost, both included. */
  readonly costFrom?: number;
  readonly costTo?: number;
}

/** What a condition needs to know of a run. */
export interface QueriedRun {
  readonly workflowId: string;
  readonly status: ListedStatus;
  readonly totals: RunTotals;
  readonly byModel?: Readonly<Record<string, RunTotals>>;
  readonly annotations?: Annotations;
}

/** Whether a run meets the conditions that its head can answer: all but those of texts and tasks. */
export function isMatchingHead(run: QueriedRun, query: RunQuery): boolean {
  const { workflowId, status, starred, tag, model, costFrom, costTo } = query;
  const { tags = [], starred: isStarred } = run.annotations ?? {};
  return (
    (workflowId === undefined || run.workflowId === workflowId) &&
    (status === undefined || (status === 'open' ? isUnfinished(run.status) : run.status === status)) &&
    (starred === undefined || isStarred === true) &&
    (isNotGiven(tag) || tags.some((one) => one.toLowerCase() === tag.trim().toLowerCase())) &&
    // The models of an older run are not known from its head.
    (isNotGiven(model) || run.byModel === undefined || Object.keys(run.byModel).some((one) => hasWords(one, model))) &&
    isWithinCost(run.totals, costFrom, costTo)
  );
}

/** Whether a text contains words, ignoring letter case. */
export function hasWords(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.trim().toLowerCase());
}

/** Whether a condition is not given. */
export function isNotGiven(words: string | undefined): words is undefined {
  return words === undefined || words.trim() === '';
}

/** A price that is not known is never taken for 0: such calls may have cost any amount. */
function isWithinCost({ calls, costUsd, unpricedCalls }: RunTotals, from?: number, to?: number): boolean {
  if (from !== undefined && costUsd < from) return false;
  if (to === undefined) return true;
  return costUsd <= to && (unpricedCalls === 0 || calls === 0);
}
