import { listedStatus } from './listed-status';
import type { Execution, RunEntry } from './runner';

/** Converts a run to its entry in a list. `isHeld`: whether a process or tab runs it. */
export function runEntry({ plan, ...head }: Execution, isHeld: boolean): RunEntry {
  return {
    ...head,
    status: listedStatus(head.status, isHeld ? 'somebody' : 'nobody'),
    planHash: plan.part?.wholeHash ?? plan.hash,
    ...(plan.isDry && { isDry: true as const }),
  };
}
