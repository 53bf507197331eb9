import type { SkipReason } from './events';

/** The text for each reason, used if the causing task is not named. */
const words: { readonly [R in SkipReason]: string } = {
  condition: 'its condition is false',
  upstream_failed: 'a task before it failed',
  upstream_skipped: 'all tasks before it were skipped',
  none_failed: 'no task before it failed',
  disabled: 'it is disabled',
  on_error: 'it failed, and is set to be skipped then',
  no_case: 'none of its cases is true',
  parts_skipped: 'all of its parts were skipped',
  deadline: 'nobody answered in time',
  not_chosen: 'only other tasks were to run',
};

/**
 * Why a task was skipped, as a clause: `its condition is false`. `because`: the id of the task that caused it, if any.
 */
export function skipWords(reason: SkipReason, because?: string): string {
  if (because !== undefined && reason === 'upstream_failed') return `${because} failed`;
  if (because !== undefined && reason === 'upstream_skipped') return `${because} was skipped`;
  return words[reason];
}

/** Like {@link skipWords}, as a sentence: `Its condition is false`. */
export function skipSentence(reason: SkipReason, because?: string): string {
  const clause = skipWords(reason, because);
  // A task id keeps its case.
  return clause === words[reason] ? `${clause.slice(0, 1).toUpperCase()}${clause.slice(1)}` : clause;
}
