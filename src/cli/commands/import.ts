import { basename } from 'node:path';
import { defined } from '@/base/defined';
import { keepImportedRun as keepRun } from '@/host/import-runs';
import { unwrapRunFile } from '@/share/shared-file';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { findWorkflowPath } from '../run/find-run';
import { findFolder, openJournal } from '../run/open-journal';
import { readPlan } from '../run/read-plan';
import { createRunId } from '../run/run-id';
import type { StoreFlags } from '../run/store-place';

/**
 * Stores a run from a file under a new id. With a workflow named, the run belongs to that one, and a log without a plan
 * suffices. A run that had not ended is paused. If a line of the file is invalid, nothing is stored.
 */
export async function importRun(files: readonly string[], wishes: StoreFlags, io: Io): Promise<ExitCode> {
  const [file, workflow, ...more] = files;
  if (file === undefined || more.length > 0) {
    return printRefusal(io, 'Which file? Import takes that of a run, and the workflow that it is of, if you have it.');
  }
  const read = workflow === undefined ? undefined : await readPlan(io, workflow, {});
  if (read?.ok === false) return read.error;
  const { journal, place } = await openJournal(io, workflow, wishes);
  const now = Date.now();
  const id = createRunId(now);
  try {
    const plan = read?.value.plan;
    const execution = await keepRun(
      { stores: journal, locks: journal.locks },
      {
        pages: unwrapRunFile(io.stream(file)),
        id,
        workflowId: basename(workflow ?? file),
        now,
        ...defined({ plan }),
      },
    );
    const { hash = '', planHash } = read?.value ?? {};
    await journal.sources.put(id, {
      file: findWorkflowPath(io, workflow) ?? '-',
      hash,
      ...defined({ planHash }),
      imported: true,
      folder: findFolder(io, workflow),
    });
    io.out.write(`${id}\n`);
    io.err.write(`Run ${id} (${execution.status}, ${execution.lastSeq} events) is in ${place?.name}.\n`);
    return exitCodes.fine;
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return printRefusal(io, `${file}: ${explainFsError(error)}`);
    throw error;
  } finally {
    journal.close();
  }
}
