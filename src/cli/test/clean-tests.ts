import { formatCount } from '@/base/figures';
import { cleanCaseRuns } from '@/cases/case-store';
import type { Io } from '../io';
import type { CohortStore } from './cohort-store';
import type { TestStore } from './test-store';

/** How many cohorts of a workflow are kept. */
const keptCohorts = 20;

/**
 * Removes cohorts of a workflow but the newest. If runs of cases were made, also those that are neither among the
 * newest of their case nor answer a case of a cohort that is kept: to look for them takes a while.
 */
export async function cleanTests(
  io: Io,
  document: string,
  store: TestStore,
  cohorts: CohortStore,
  hasMadeRuns: boolean,
): Promise<void> {
  for (const name of (await cohorts.list(document)).slice(keptCohorts)) await cohorts.remove(name);
  if (!hasMadeRuns) return;
  const removed = await cleanCaseRuns(store.runs, async () => {
    const used = new Set<string>();
    for (const name of await cohorts.list()) for (const run of (await cohorts.read(name))?.runs ?? []) used.add(run);
    return used;
  });
  if (removed > 0) io.err.write(`Removed ${formatCount(removed, 'run')} of earlier tests.\n`);
}
