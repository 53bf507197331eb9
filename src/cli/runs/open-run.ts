import type { Execution } from '@/run/runner';
import { type ExitCode, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { findRun } from '../run/find-run';
import { type OpenJournal, openJournal } from '../run/open-journal';
import { runIdForm } from '../run/run-id';

/** Where runs are looked for. */
export interface JournalFlags {
  /** Folder of the journal. Default: `.heddle/runs` beside the workflow, or where the command was given. */
  readonly journal?: string | undefined;
}

/** A run that a command is about, and the journal that it is in. */
export interface OpenRun extends OpenJournal {
  readonly execution: Execution;
}

/**
 * Finds the run that a command is given: by its id, by its workflow (then it is the last one), or by nothing (then it
 * is the last one of the journal), and uses it.
 */
export async function withRun(
  io: Io,
  args: readonly string[],
  wish: JournalFlags,
  use: (run: OpenRun) => Promise<ExitCode>,
): Promise<ExitCode> {
  const [which, ...more] = args;
  if (more.length > 0)
    return printRefusal(io, 'Which run? One at a time: its id, its workflow, or nothing for the last one.');
  const isId = which !== undefined && runIdForm.test(which);
  const file = isId ? undefined : which;
  const open = openJournal(io, file, wish);
  try {
    const found = await findRun(io, open, file, isId ? which : '');
    return found.ok ? await use({ ...open, execution: found.value }) : printRefusal(io, found.error);
  } finally {
    open.journal.close();
  }
}
