import { z } from 'zod';
import type { Plan } from '@/plan/plan';
import type { Execution } from '@/run/runner';
import type { RunLocks } from '@/storage/run-locks';
import type { ExecutionStore, RunStores, SettingsStore } from '@/storage/stores';
import { readRunFile } from '@/storage/transfer/read-run-file';

/** A run that comes as a file. */
export interface RunFile {
  readonly pages: AsyncIterable<Uint8Array>;
  /** What it is called here, and the workflow that it is of. */
  readonly id: string;
  readonly workflowId: string;
  /** ms since 1970. */
  readonly now: number;
  /** For a file that has none: events as `--json` prints them. */
  readonly plan?: Plan;
}

interface ImportOptions {
  readonly stores: Pick<RunStores, 'executions' | 'events' | 'blobs'>;
  readonly locks: RunLocks;
  /** Where it is noted which runs are being imported; left out: nowhere. */
  readonly settings?: SettingsStore;
}

/** Keeps a run that comes as a file. Errors: those of `readRunFile`; nothing of it is kept then. */
export async function keepImportedRun({ stores, locks, settings }: ImportOptions, file: RunFile): Promise<Execution> {
  const { pages, ...run } = file;
  // While it comes in nobody takes it up.
  const hold = await locks.hold(file.id);
  try {
    if (settings !== undefined) await settings.put(importing, [...(await begunImports(settings)), file.id]);
    const execution = await readRunFile(pages, { stores, ...run });
    if (settings !== undefined) await forget(settings, file.id);
    return execution;
  } finally {
    if (hold.ok) hold.value.release();
  }
}

/** The setting that names the runs that are coming in: of one that broke off the rest would be paid for anew. */
const importing = 'importing';

/** Removes what is kept of runs that had not come in whole when their process went away. */
export async function dropBrokenImports(
  executions: Pick<ExecutionStore, 'remove'>,
  settings: SettingsStore,
  locks: RunLocks,
): Promise<void> {
  for (const id of await begunImports(settings)) {
    const hold = await locks.hold(id);
    if (!hold.ok) continue;
    await executions.remove(id);
    await forget(settings, id);
    hold.value.release();
  }
}

async function begunImports(settings: SettingsStore): Promise<readonly string[]> {
  return z
    .array(z.string())
    .catch([])
    .parse(await settings.get(importing));
}

async function forget(settings: SettingsStore, id: string): Promise<void> {
  const left = (await begunImports(settings)).filter((one) => one !== id);
  await settings.put(importing, left);
}
