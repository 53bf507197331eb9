import { type ReasoningEffort, reasoningEfforts } from '@/workflow/reasoning-effort';

/**
 * The effort that is sent where one is wanted: the nearest that the model takes, of two the harder (language page,
 * section 11). Undefined: none is sent, as the model does not think. `taken`: what it takes; left out: not known, so
 * that what is wanted is sent.
 */
export function nearestEffort(
  wanted: ReasoningEffort,
  taken: readonly ReasoningEffort[] | undefined,
): ReasoningEffort | undefined {
  if (taken === undefined) return wanted;
  const rank = (effort: ReasoningEffort) => reasoningEfforts.indexOf(effort);
  const far = (effort: ReasoningEffort) => Math.abs(rank(effort) - rank(wanted));
  return taken.toSorted((one, other) => far(one) - far(other) || rank(other) - rank(one))[0];
}
