import { join, relative } from 'node:path';
import { defined } from '@/base/defined';
import { err, ok, type Result } from '@/base/result';
import type { PlannedReuse } from '@/plan/plan';
import type { Io } from '../io';
import { findFolder } from '../run/open-journal';
import { openCohortStore, type ResumedFlags, type StoredCohort } from './cohort-store';
import type { TestFlags } from './read-test-counts';

/** A cohort to go on with, its workflow, and the options of both: those that are given now win. */
export interface ResumedTests {
  readonly cohort: StoredCohort;
  readonly file: string;
  readonly flags: TestFlags;
}

/** Finds the cohort that `--resume` names, else the last one that did not end. Refused with a message. */
export async function findResumed(
  io: Io,
  file: string | undefined,
  flags: TestFlags,
): Promise<Result<ResumedTests, string>> {
  const { resume: id = '', ...given } = flags;
  const folder = findFolder(io, file);
  const store = openCohortStore(io, folder);
  const cohort = id === '' ? await findOpen(store, file) : await store.find(id);
  if (cohort === undefined) {
    const what = id === '' ? 'No tests are paused here.' : `There is no cohort ${id} here.`;
    return err(`${what} heddle test cohorts lists them.`);
  }
  if (cohort.state === 'done')
    return err(`Cohort ${cohort.cohort} ran to its end. Run its tests again without --resume.`);
  const found = file ?? relative(io.machine.folder, join(folder, cohort.document));
  return ok({ cohort, file: found, flags: { ...cohort.flags, ...defined(given) } });
}

async function findOpen(
  store: ReturnType<typeof openCohortStore>,
  file: string | undefined,
): Promise<StoredCohort | undefined> {
  for (const name of await store.list(file)) {
    const cohort = await store.read(name);
    if (cohort !== undefined && cohort.state !== 'done') return cohort;
  }
  return undefined;
}

/** The options with which a cohort can be resumed. Consent is given each time, so it is not among them. */
export function pickResumedFlags(flags: TestFlags): ResumedFlags {
  const { repeat, rows, jobs, bail, offline, anew, provider, protocol } = flags;
  return defined({
    ...{ repeat, rows, jobs, bail, offline },
    ...{ 'max-age': flags['max-age'], 'max-usd': flags['max-usd'], 'unknown-price-usd': flags['unknown-price-usd'] },
    anew: anew && [...anew],
    provider: provider && [...provider],
    protocol: protocol && [...protocol],
  });
}

/** What a resumed cohort takes: what it was answered before it stopped is neither old nor asked anew. */
export function keepResumedAnswers(
  reuse: PlannedReuse | undefined,
  startedAt: number,
  now: number,
): PlannedReuse | undefined {
  if (reuse === undefined) return undefined;
  const maxAgeMs = reuse.maxAgeMs === undefined ? undefined : reuse.maxAgeMs + Math.max(0, now - startedAt);
  return { ...reuse, anewSince: startedAt, ...defined({ maxAgeMs }) };
}
