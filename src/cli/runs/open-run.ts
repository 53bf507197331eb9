import { runIdForm } from '@/run/run-id-form';
import type { Execution } from '@/run/runner';
import { type ExitCode, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { findRun } from '../run/find-run';
import { type OpenJournal, openJournal } from '../run/open-journal';
import type { StoreFlags } from '../run/store-place';

/** The run that a command is about, and its journal. */
export interface OpenRun extends OpenJournal {
  readonly execution: Execution;
}

/**
 * Finds the run that a command names and uses it. It is named by its id, by its workflow (then it is the last run of
 * that), or not at all (then it is the last run of the journal).
 */
export async function performOnRun(
  io: Io,
  args: readonly string[],
  wish: StoreFlags,
  use: (run: OpenRun) => Promise<ExitCode>,
): Promise<ExitCode> {
  const [idOrFile, ...more] = args;
  if (more.length > 0)
    return printRefusal(io, 'Which run? One at a time: its id, its workflow, or nothing for the last one.');
  const isId = idOrFile !== undefined && runIdForm.test(idOrFile);
  const file = isId ? undefined : idOrFile;
  const open = await openJournal(io, file, wish);
  try {
    const found = await findRun(io, open, file, isId ? idOrFile : '', true);
    return found.ok ? await use({ ...open, execution: found.value }) : printRefusal(io, found.error);
  } finally {
    open.journal.close();
  }
}
