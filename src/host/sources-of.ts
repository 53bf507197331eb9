import { findPretence, type Pretence } from '@/plan/simulated-only';
import type { ForkedFrom } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import type { RunStores } from '@/storage/stores';

/** How many runs back results are looked for. Each one that is searched costs time at the start of a run. */
const mostSources = 8;

/**
 * The runs whose results a run may take over, the newest first: its source; if that did not complete, ran only a part
 * of the workflow, a person wrote something in it, or it holds what was asked otherwise, the source of that too, and so
 * on. Another run has all that it took over in its own log. `pretence`: what the run itself only pretends; nothing that
 * another one made up is a result of it.
 */
export async function listSources(
  { executions }: Pick<RunStores, 'executions'>,
  { forkedFrom }: Pick<Execution, 'forkedFrom'>,
  pretence: Pretence,
): Promise<readonly ForkedFrom[]> {
  const sources: ForkedFrom[] = [];
  for (let next = forkedFrom; next !== undefined && sources.length < mostSources; ) {
    const source = await executions.get(next.executionId);
    if (source === undefined) break;
    const { status, plan, forkedFrom: before } = source;
    // What was held back from a changed prompt is no result of the workflow as it is, but for a fork of that very run.
    const mayTake = (!before?.holds || forkedFrom?.holds) && !isMadeUp(findPretence(plan), pretence, forkedFrom?.holds);
    if (mayTake) sources.push(next);
    const hasAll =
      mayTake && status === 'completed' && plan.part === undefined && before?.edits === undefined && !before?.holds;
    next = hasAll ? undefined : before;
  }
  return sources;
}

/**
 * Whether results of a run must not reach another one, because they are made up and those of the other are not. The
 * replies of a simulated model are taken only where the same model is asked, unless the fork holds whatever was given.
 */
function isMadeUp(source: Pretence, run: Pretence, holds: boolean | undefined): boolean {
  if (source === 'everything') return run !== 'everything';
  return source === 'models' && holds === true && run === 'nothing';
}
