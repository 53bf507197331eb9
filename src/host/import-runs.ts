import { z } from 'zod';
import type { Plan } from '@/plan/plan';
import type { Execution } from '@/run/runner';
import type { RunLocks } from '@/storage/run-locks';
import type { ExecutionStore, RunStores, SettingsStore } from '@/storage/stores';
import { readRunFile } from '@/storage/transfer/read-run-file';

/** A run to import from a file. */
export interface RunFile {
  readonly pages: AsyncIterable<Uint8Array>;
  /** Its new id, and the workflow it belongs to. */
  readonly id: string;
  readonly workflowId: string;
  /** ms since 1970. */
  readonly now: number;
  /** For a file without a plan, which contains only events as `--json` prints them. */
  readonly plan?: Plan;
}

interface ImportOptions {
  readonly stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>;
  readonly locks: RunLocks;
  /** Records which runs are being imported; left out: nothing is recorded. */
  readonly settings?: SettingsStore;
}

/** Imports a run from a file. Errors: those of `readRunFile`; nothing is stored then. */
export async function keepImportedRun({ stores, locks, settings }: ImportOptions, file: RunFile): Promise<Execution> {
  const { pages, ...run } = file;
  // Held during the import, so that no process resumes the run.
  const hold = await locks.hold(file.id);
  try {
    if (settings !== undefined) await settings.put(importing, [...(await readBegunImports(settings)), file.id]);
    const execution = await readRunFile(pages, { stores, ...run });
    if (settings !== undefined) await forgetImport(settings, file.id);
    return execution;
  } finally {
    if (hold.ok) hold.value.release();
  }
}

/** Setting with the ids of the runs being imported. Resuming a partial import would pay for the missing part again. */
const importing = 'importing';

/** Removes what is stored of imports that their process did not finish. */
export async function dropBrokenImports(
  executions: Pick<ExecutionStore, 'remove'>,
  settings: SettingsStore,
  locks: RunLocks,
): Promise<void> {
  for (const id of await readBegunImports(settings)) {
    const hold = await locks.hold(id);
    if (!hold.ok) continue;
    await executions.remove(id);
    await forgetImport(settings, id);
    hold.value.release();
  }
}

async function readBegunImports(settings: SettingsStore): Promise<readonly string[]> {
  return z
    .array(z.string())
    .catch([])
    .parse(await settings.get(importing));
}

async function forgetImport(settings: SettingsStore, id: string): Promise<void> {
  const remaining = (await readBegunImports(settings)).filter((importId) => importId !== id);
  await settings.put(importing, remaining);
}
