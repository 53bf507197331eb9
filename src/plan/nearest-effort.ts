import { type ReasoningEffort, reasoningEfforts } from '@/workflow/reasoning-effort';

/**
 * The thinking effort to send: the nearest one that the model takes, the higher of two equally near (language page,
 * section 11). Undefined: send none, because the model does not think. `taken`: efforts that the model takes; left out:
 * not known, so `wanted` is sent.
 */
export function findNearestEffort(
  wanted: ReasoningEffort,
  taken: readonly ReasoningEffort[] | undefined,
): ReasoningEffort | undefined {
  if (taken === undefined) return wanted;
  const rank = (effort: ReasoningEffort) => reasoningEfforts.indexOf(effort);
  const distance = (effort: ReasoningEffort) => Math.abs(rank(effort) - rank(wanted));
  return taken.toSorted((one, other) => distance(one) - distance(other) || rank(other) - rank(one))[0];
}
