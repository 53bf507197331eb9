import { runIdForm } from '@/run/run-id-form';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { openJournal } from '../run/open-journal';
import type { StoreFlags } from '../run/store-place';
import { createRunRemover } from '../runs/remove-run';

/**
 * Removes the named runs with everything that belongs to them, whatever their status. A run that another process runs
 * stays, and the exit code says so.
 */
export async function removeNamedRuns(ids: readonly string[], wishes: StoreFlags, io: Io): Promise<ExitCode> {
  if (ids.length === 0) return printRefusal(io, 'Which run? Give its id: heddle runs lists them.');
  const odd = ids.find((id) => !runIdForm.test(id));
  if (odd !== undefined) return printRefusal(io, `${odd} is not the id of a run: heddle runs lists them.`);
  const { journal, place } = await openJournal(io, undefined, wishes);
  try {
    const remover = createRunRemover(io, journal);
    const listed = new Set(await journal.ids());
    let code: ExitCode = exitCodes.fine;
    for (const id of new Set(ids)) {
      const refusal = listed.has(id) ? await remover.remove(id) : `There is no such run in ${place?.name}.`;
      if (refusal === undefined) io.err.write(`Removed run ${id}.\n`);
      else code = printRefusal(io, listed.has(id) ? `Run ${id} stays: ${refusal}` : `Run ${id}: ${refusal}`);
    }
    return code;
  } finally {
    journal.close();
  }
}
