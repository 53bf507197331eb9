import type { ForkedFrom } from '@/run/run-state';
import type { Execution } from '@/run/runner';
import type { RunStores } from '@/storage/stores';

/** How many runs back results are looked for. Each one that is searched costs time at the start of a run. */
const mostSources = 8;

/**
 * The runs whose results a run may take over, the newest first: its source; if that did not complete, ran only a part
 * of the workflow, a person wrote something in it, or it holds what was asked otherwise, the source of that too, and so
 * on. Another run has all that it took over in its own log.
 */
export async function sourcesOf(
  { executions }: Pick<RunStores, 'executions'>,
  { forkedFrom }: Pick<Execution, 'forkedFrom'>,
): Promise<readonly ForkedFrom[]> {
  const sources: ForkedFrom[] = [];
  for (let next = forkedFrom; next !== undefined && sources.length < mostSources; ) {
    const source = await executions.get(next.executionId);
    if (source === undefined) break;
    const { status, plan, forkedFrom: before } = source;
    // What was held back from a changed prompt is no result of the workflow as it is, but for a fork of that very run.
    if (!before?.holds || forkedFrom?.holds) sources.push(next);
    const hasAll = status === 'completed' && plan.part === undefined && before?.edits === undefined && !before?.holds;
    next = hasAll ? undefined : before;
  }
  return sources;
}
