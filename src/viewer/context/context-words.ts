import { formatBytes } from '@/base/figures';
import type { ChoiceReason, ContextChoice, ContextPlan } from '@/plan/context/context-plan';

/** Why an earlier output is in the prompt, in a few words. */
export function explainWhyIn({
  reason,
  rule,
  relevance,
}: Pick<ContextChoice, 'reason' | 'rule' | 'relevance'>): string {
  if (reason === 'included') return 'Always kept by you';
  switch (rule) {
    case 'direct':
      return 'Direct dependency';
    case 'transitive':
      return `Dependency ${Math.max(2, Math.round(0.8 / Math.max(relevance, 0.01)))} steps back`;
    case 'agent':
      return 'Same agent';
    case 'recent':
      return 'Ended just before';
    case 'none':
      return 'Relevant enough';
  }
}

/** How much of an earlier output is in the prompt. */
export function formatHowMuch({
  verdict,
  bytes,
  truncated,
}: Pick<ContextChoice, 'verdict' | 'bytes' | 'truncated'>): string {
  if (verdict === 'shortened') return `Shortened from ${formatBytes(bytes)}`;
  return truncated ? 'Its view, shortened before' : 'Whole';
}

type Bounds = Pick<ContextPlan, 'maxTasks' | 'maxBytes' | 'minRelevance'>;

const reasons: { readonly [K in ChoiceReason]: (plan: Bounds) => string } = {
  included: () => 'Shortened: no more of it fits, though you always keep it.',
  relevant: ({ maxBytes }) => `Shortened: the limit of ${formatBytes(maxBytes)} was reached.`,
  excluded: () => 'Kept out by you.',
  named: () => 'The prompt or an input has it already.',
  not_listed: () => 'The context is chosen by hand, and it is not on the list.',
  below_min: ({ minRelevance }) => `Below the minimum relevance of ${minRelevance.toFixed(2)}.`,
  too_old: () => 'It ended before the time window, and is not a direct dependency.',
  max_tasks: ({ maxTasks }) =>
    maxTasks === 1
      ? 'The limit of 1 task was reached, and the one that is in matters more.'
      : `The limit of ${maxTasks} tasks was reached, and those that are in matter more.`,
  max_bytes: ({ maxBytes }) => `The limit of ${formatBytes(maxBytes)} was reached by what matters more.`,
  window: () => 'The window of the model has no room for it.',
  pruned: () => 'The cleanup removed it.',
  empty: () => 'Its output is empty.',
};

/** Why an earlier output is left out or shortened, in words with figures. */
export function explainWhyOut({ reason }: Pick<ContextChoice, 'reason'>, plan: Bounds): string {
  return reasons[reason](plan);
}

/** A number with thousands separators. */
export function formatCounted(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** A number of tokens without its unit, for where the unit is written beside it: `412`, `20.9k`, `1.2M`. */
export function formatShortCount(tokens: number): string {
  if (tokens < 1000) return String(Math.round(tokens));
  return tokens < 999_950 ? `${(tokens / 1000).toFixed(1)}k` : `${(tokens / 1_000_000).toFixed(1)}M`;
}
