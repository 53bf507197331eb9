import { defined, omitEmpty } from '@/base/defined';
import type { Plan } from '@/plan/plan';
import { formatIsoTime } from '@/run/iso-time';
import { createHead } from '@/run/run-head';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution } from '@/run/runner';

interface NewRun {
  readonly id: string;
  readonly workflowId: string;
  readonly plan: Plan;
  /** ms since 1970. */
  readonly now: number;
  /** For a fork: the run and the event it was forked from. */
  readonly forkedFrom?: ForkedFrom | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Hash of the request that starts it, if that can be repeated. */
  readonly request?: string | undefined;
}

/** The record of a run before its first event. */
export function createRunRecord({ id, workflowId, plan, now, forkedFrom, labels = [], request }: NewRun): Execution {
  return {
    ...createHead(plan),
    ...defined({ forkedFrom, labels: omitEmpty(labels), request }),
    id,
    workflowId,
    name: plan.name,
    plan,
    startedAt: formatIsoTime(now),
  };
}

/** The fork point in a run: after the event `seq` (default: the last), but never after its last event. */
export function buildForkPoint({ id, lastSeq }: Execution, seq = lastSeq): ForkedFrom {
  return { executionId: id, seq: Math.min(seq, lastSeq) };
}
