import { onSimulatedModels } from '@/plan/simulated-only';
import type { Execution, RunEntry } from './runner';

/** Converts a run to its entry in a list. */
export function runEntry({ plan, ...head }: Execution): RunEntry {
  return { ...head, planHash: plan.hash, simulated: onSimulatedModels(plan) };
}
