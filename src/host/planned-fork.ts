import { defined } from '@/base/defined';
import type { Plan } from '@/plan/plan';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution, ForkRequest } from '@/run/runner';
import type { RunStores } from '@/storage/stores';
import { buildForkPoint } from './new-run';
import { collectForkEdits } from './stored-edits';

/** A fork before it is stored. `texts`: what a person wrote, where it is too long for its record. */
export interface PlannedFork {
  readonly plan: Plan;
  readonly forkedFrom: ForkedFrom;
  readonly texts: readonly string[];
}

/**
 * A fork of a run, with the plan of that run or another one. Error `VALIDATION_ERROR`: a text that a person wrote for
 * that run is not stored any more.
 */
export async function planFork(
  blobs: Pick<RunStores['blobs'], 'get'>,
  source: Execution,
  { seq, plan, edits: own = [], holds }: Omit<ForkRequest, 'executionId'> & { readonly plan?: Plan },
): Promise<PlannedFork> {
  const keeps = holds ?? (plan === undefined ? source.forkedFrom?.holds : undefined);
  const point = { ...buildForkPoint(source, seq), ...defined({ holds: keeps || undefined }) };
  // A run of another plan takes what models gave, not what a person tried out.
  if (plan !== undefined) return { plan: askRest(plan, source, seq), forkedFrom: point, texts: [] };
  const { edits, texts } = await collectForkEdits(blobs, source, own);
  // What a person wished of answers was of that run.
  const { reuse: _wish, ...planned } = source.plan;
  const forkedFrom = edits.length === 0 ? point : { ...point, edits: [...edits] };
  return { plan: askRest(planned, source, seq), forkedFrom, texts };
}

/** Whoever goes back to an event wants the rest anew: other runs, and what came later in this one, do not answer it. */
function askRest(plan: Plan, { lastSeq }: Execution, seq: number | undefined): Plan {
  if (seq === undefined || seq >= lastSeq) return plan;
  return { ...plan, reuse: { mode: 'continued', ...plan.reuse } };
}
