import { computeListedStatus } from './listed-status';
import type { ExecutionHead, RunEntry } from './runner';

/** Converts the head of a run to its entry in a list. `isHeld`: whether a process or tab runs it. */
export function buildRunEntry({ wholeHash, ...head }: ExecutionHead, isHeld: boolean): RunEntry {
  return {
    ...head,
    status: computeListedStatus(head.status, isHeld ? 'somebody' : 'nobody'),
    planHash: wholeHash ?? head.planHash,
  };
}
