import { formatCount } from '@/base/figures';
import type { Io } from '../io';
import type { CohortStore } from './cohort-store';
import type { TestStore } from './test-store';

/** How many cohorts of a workflow are kept. */
const keptCohorts = 20;
/** How many runs of a repeat of a case are kept, besides those that answer a kept cohort. */
const keptRuns = 10;

/**
 * Removes cohorts of a workflow but the newest, and runs of cases that are neither among the newest of their case nor
 * answer a case of a cohort that is kept.
 */
export async function cleanTests(io: Io, document: string, store: TestStore, cohorts: CohortStore): Promise<void> {
  for (const name of (await cohorts.list(document)).slice(keptCohorts)) await cohorts.remove(name);
  const { executions, locks } = store.runs;
  const counts = new Map<string, number>();
  const old: string[] = [];
  for await (const heads of executions.heads()) {
    for (const { id, workflowId } of heads) {
      const count = (counts.get(workflowId) ?? 0) + 1;
      counts.set(workflowId, count);
      if (count > keptRuns) old.push(id);
    }
  }
  if (old.length === 0) return;
  const going = new Set(old);
  for (const name of await cohorts.list()) {
    for (const run of (await cohorts.read(name))?.runs ?? []) going.delete(run);
  }
  let removed = 0;
  for (const id of going) {
    const hold = await locks.hold(id);
    if (!hold.ok) continue;
    try {
      await executions.remove(id);
      removed += 1;
    } finally {
      hold.value.release();
    }
  }
  if (removed > 0) io.err.write(`Removed ${formatCount(removed, 'run')} of earlier tests.\n`);
}
