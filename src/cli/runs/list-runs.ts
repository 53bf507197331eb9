import { AppError } from '@/base/errors';
import { computeListedStatus, type ListedStatus } from '@/run/listed-status';
import type { Execution } from '@/run/runner';
import type { RunJournal } from '@/storage/run-journal';
import type { Io } from '../io';
import { formatSentence } from '../sentence';

/** A run of a journal. */
export interface ListedRun {
  readonly execution: Execution;
  readonly status: ListedStatus;
  /** Path of its workflow; undefined: not known. */
  readonly file: string | undefined;
  /** Its stored size in bytes; undefined: not known. */
  readonly bytes: number | undefined;
}

/**
 * The runs of a journal, or of one workflow in it, the newest first. A damaged run is reported, and does not hide the
 * others.
 */
export async function listRuns(io: Io, journal: RunJournal, path: string | undefined): Promise<readonly ListedRun[]> {
  const sizes = await journal.upkeep.sizes();
  const listed: ListedRun[] = [];
  for (const id of await journal.ids()) {
    try {
      const file = (await journal.sources.get(id))?.file;
      if (path !== undefined && file !== path) continue;
      const execution = await journal.executions.get(id);
      if (execution === undefined) continue;
      listed.push({ execution, status: await findStatusNow(journal, execution), file, bytes: sizes.get(id) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      io.err.write(`heddle: ${id}: ${formatSentence(error)}\n`);
    }
  }
  return listed;
}

/** The status of a run now: `interrupted` if its process has died. */
export async function findStatusNow(
  { locks }: Pick<RunJournal, 'locks'>,
  { id, status }: Execution,
): Promise<ListedStatus> {
  return computeListedStatus(status, (await locks.holder(id)) === undefined ? 'nobody' : 'somebody');
}
