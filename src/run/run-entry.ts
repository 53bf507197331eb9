import { onSimulatedModels } from '@/plan/simulated-only';
import type { Execution, RunEntry } from './runner';

/** A run as a list has it. */
export function runEntry({ plan, ...head }: Execution): RunEntry {
  return { ...head, planHash: plan.hash, simulated: onSimulatedModels(plan) };
}
